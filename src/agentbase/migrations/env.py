"""Alembic's environment. `agentbase.core.database.migrate` opens the connection and ends its transaction."""

from alembic import context

connection = context.config.attributes["connection"]
# Alembic takes SQLite for a database without transactional DDL, which is true of Python's driver and not of SQLite.
context.configure(connection=connection, transactional_ddl=connection.dialect.name == "sqlite")
with context.begin_transaction():
    context.run_migrations()

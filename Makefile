# `make help` lists the targets. Two of them are all that a fresh machine needs: `make run` and `make test`.

VENV := .venv
BIN := $(VENV)/bin
BENCH_VENV := .venv-bench
PIP := -m pip --disable-pip-version-check -qq install
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --no-emit-find-links
SERVICES := $(BIN)/python -m scripts.services

# Stamps: an environment is brought up to date when the lock that it was installed from changed.
RUNTIME := $(VENV)/.installed-runtime
DEV := $(VENV)/.installed-dev
BENCH := $(BENCH_VENV)/.installed

.DEFAULT_GOAL := help
.PHONY: help setup dev run test services services-stop lint types bench evals format lock

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-14s %s\n", $$1, $$2}' $(firstword $(MAKEFILE_LIST))

setup: $(RUNTIME) ## Make .venv with the timeflow command in it

dev: $(DEV) ## Add what tests and checks need to .venv

run: $(RUNTIME) ## Talk to TimeFlow: set up, migrate, then `timeflow chat`
	@$(BIN)/timeflow chat

test: $(DEV) ## Lint, types and all tests, with real servers
	@$(MAKE) --no-print-directory lint types
	@$(SERVICES) run -- $(BIN)/python -m pytest -n 2

services: $(RUNTIME) ## Have MariaDB and Redis answer, and print their addresses
	@$(SERVICES) start

services-stop: $(RUNTIME) ## Stop the private servers that `make services` started
	@$(SERVICES) stop

lint: $(DEV) ## ruff, formatting, import contracts and the project lints
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --quiet --check
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m lints

types: $(DEV) ## mypy, strict
	@$(BIN)/mypy

bench: $(DEV) $(BENCH) ## Count statements, calls and tokens; measure times (beside jionlp)
	@PYTHONPATH=. $(SERVICES) run -- $(BIN)/python -m bench

evals: $(RUNTIME) ## Score the public evaluation cases
	@PYTHONPATH=. $(BIN)/python -m evals

format: $(DEV) ## Fix what ruff can fix, and format
	@$(BIN)/ruff check --quiet --fix
	@$(BIN)/ruff format --quiet

lock: $(DEV) ## Resolve the locks anew from pyproject.toml
	$(COMPILE) pyproject.toml --group build --output-file requirements.lock
	$(COMPILE) pyproject.toml --group dev --constraint requirements.lock --output-file requirements-dev.lock
	$(COMPILE) --group bench --output-file requirements-bench.lock

$(BIN)/python:
	@python="$$(scripts/find-python)" && "$$python" -m venv $(VENV)

$(RUNTIME): requirements.lock pyproject.toml | $(BIN)/python
	@echo "Setting up $(VENV) ..." >&2
	@$(BIN)/python $(PIP) --require-hashes -r requirements.lock </dev/null
	@$(BIN)/python $(PIP) --no-deps --no-build-isolation --editable . </dev/null
	@touch $@

$(DEV): requirements-dev.lock $(RUNTIME)
	@$(BIN)/python $(PIP) --require-hashes -r requirements-dev.lock </dev/null
	@touch $@

$(BENCH): requirements-bench.lock | $(BIN)/python
	@$(BIN)/python -m venv $(BENCH_VENV)
	@$(BENCH_VENV)/bin/python $(PIP) --require-hashes -r requirements-bench.lock </dev/null
	@touch $@

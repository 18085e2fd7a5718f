"""The global data module: alone reads and writes business tables, by owner."""

"""What every room stands on: clocks, ids, errors, reasons, deadlines, settings, logging and the database."""

"""TimeFlow: an assistant for time that writes nothing unconfirmed."""

"""What people see: cards, choices, answers, agendas. Everything passes through ``texts.shown`` before it is printed."""

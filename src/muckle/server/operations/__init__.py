"""Running a room: settings, its start and end, health, figures, logs, and what is forgotten in time."""

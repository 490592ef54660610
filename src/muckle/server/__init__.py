"""The game room: a Starlette application that serves the browser client, tables and live matches."""

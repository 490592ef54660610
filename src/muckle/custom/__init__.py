"""Custom players: in laboratories in this process (`players`), at tables with people in one of their own (`bounded`)."""

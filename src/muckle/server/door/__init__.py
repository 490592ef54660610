"""What stands between the world and the room: who may come in, and how much each may ask for."""

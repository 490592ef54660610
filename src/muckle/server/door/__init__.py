"""Everything between the network and the room: identities, bans, and limits on what each visitor may ask for."""

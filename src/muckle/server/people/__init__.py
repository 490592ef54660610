"""The pages about one person: the deck of the day, and the record of what they have played."""

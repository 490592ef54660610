"""What is one person's: the deck of the day, and the record of what they have played."""

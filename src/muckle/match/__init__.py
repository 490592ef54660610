"""One match: options, decisions and chance make a log; folding the log gives the state; viewers get scenes of it."""

"""An engine of other programs: the parts that protocols share."""

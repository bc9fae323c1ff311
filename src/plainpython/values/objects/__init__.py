"""Objects of users' classes, enumerations and named tuples in compiled code."""

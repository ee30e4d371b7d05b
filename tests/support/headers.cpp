// Nothing of its own: the target that reads the headers of the tests once.

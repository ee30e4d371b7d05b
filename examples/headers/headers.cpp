// Nothing of its own: the target that reads the headers of the library once.

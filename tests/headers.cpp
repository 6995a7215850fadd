// Nothing of its own: the headers that all tests read are compiled with this file, once.

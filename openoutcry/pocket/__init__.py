"""A floor without a server: our Python in a browser, and the folder of files it comes in."""

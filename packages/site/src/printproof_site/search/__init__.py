"""What does the search of a site look through? An index per language, of its built pages, in parts."""

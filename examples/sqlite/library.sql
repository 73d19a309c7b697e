CREATE TABLE books (author TEXT NOT NULL, title TEXT NOT NULL, year INTEGER NOT NULL, PRIMARY KEY (author, title));
INSERT INTO books VALUES
  ('Austen', 'Emma', 1815), ('Austen', 'Persuasion', 1817), ('Eliot', 'Middlemarch', 1871),
  ('Joyce', 'Dubliners', 1914), ('Joyce', 'Ulysses', 1922), ('Melville', 'Typee', 1846),
  ('Shelley', 'Frankenstein', 1818), ('Stevenson', 'Treasure Island', 1883), ('Stoker', 'Dracula', 1897),
  ('Woolf', 'Orlando', 1928), ('Woolf', 'To the Lighthouse', 1927);

-- Text search by trigrams, and its index beside a whole number. PostgreSQL trusts both: an owner of a database may add them.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;

-- Bytes of a context's JSON as text, for the limits of one context and of all contexts of a user. PostgreSQL compresses what it keeps,
-- so the space on disk does not tell how much memory a context takes when it is read.

alter table context_table add column bytes int not null generated always as (octet_length(cast(data as text))) stored;

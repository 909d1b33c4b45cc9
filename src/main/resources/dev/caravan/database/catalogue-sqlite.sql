-- What the gateway asks the catalogue of SQLite. Each query follows a line with its name.

-- name: columns
-- all columns of a table: table, column, type, whether it takes null, default, comment, whether the database makes the value,
-- place in the primary key, whether the role may read it, values of an enum, reference
select m.name, c.name, c.type, not c."notnull", nullif(c.dflt_value, 'NULL'), null, c.hidden in (2, 3), nullif(c.pk, 0), 1,
  null, (select r."table" || '.' || coalesce(r."to", (select o.name from pragma_table_info(r."table") o where o.pk = r.seq + 1))
    from pragma_foreign_key_list(m.name) r where r."from" = c.name collate nocase)
from main.sqlite_master m, pragma_table_xinfo(m.name) c where m.name = ? collate nocase and ? is null
  and m.type in ('table', 'view') and m.name not like 'sqlite!_%' escape '!' and c.hidden <> 1
  and m.name not in (select name from pragma_table_list where schema = 'main' and type = 'shadow') order by c.cid

-- name: version
-- the columns with their types: what a write compares, because a whole description would cost it too much
select name || ' ' || type from pragma_table_info(?) where ? is null

-- name: tables
-- one table or all: name, kind, no comment
select name, case type when 'view' then 'view' else 'table' end, null
  from pragma_table_list where ? is null and (? is null or name = ?) and schema = 'main' and type <> 'shadow'
  and name not like 'sqlite!_%' escape '!' order by 1

-- name: names
-- all tables and views, also those that can't be described
select name from main.sqlite_master where ? is null and type in ('table', 'view') order by 1 limit 10000

-- name: known
-- what the names of a statement are: table, relation, home, schema, function or foreign
select case when schema = 'main' and type in ('table', 'view', 'virtual') then 'table' else 'relation' end, name
  from pragma_table_list
union all select 'relation', name from pragma_module_list
union all select case when name = 'main' then 'home' else 'schema' end, name from pragma_database_list
union all select 'schema', 'temp'
union all select 'function', name from pragma_function_list

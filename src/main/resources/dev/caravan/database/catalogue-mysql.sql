-- What the gateway asks the catalogue of MySQL and MariaDB. Each query follows a line with its name.

-- name: columns
-- all columns of a table: table, column, type, whether it takes null, default, comment, whether the database makes the value,
-- place in the primary key, whether the role may read it, values of an enum, reference
-- MySQL and MariaDB open only the table that a constant names. With the limits they don't merge the queries.
select c.table_name, c.column_name,
  upper(concat(c.data_type, case when c.column_type like '%unsigned%' then ' unsigned' else '' end)), c.is_nullable = 'YES',
  nullif(c.column_default, 'NULL'), nullif(c.column_comment, ''), c.extra regexp 'auto_increment|[LDT] GENERATED',
  p.ordinal_position, find_in_set('select', c.privileges) > 0, case when c.data_type in ('enum', 'set') then c.column_type end,
  concat(r.referenced_table_name, '.', r.referenced_column_name)
from information_schema.columns c
  left join (select column_name, ordinal_position from information_schema.key_column_usage where table_schema = database()
    and table_name = ? and constraint_name = 'PRIMARY' limit 1000) p on p.column_name = c.column_name
  left join (select column_name, referenced_table_name, referenced_column_name from information_schema.key_column_usage
    where table_schema = database() and table_name = ? and referenced_table_schema = database() limit 1000) r
    on r.column_name = c.column_name
where c.table_schema = database() and c.table_name = ? order by c.ordinal_position

-- name: version
-- the columns with their types: what a write compares, because a whole description would cost it too much
select concat(column_name, ' ', column_type) from information_schema.columns
where table_name = ? and table_schema = coalesce(?, database()) order by ordinal_position

-- name: json
-- in MariaDB the type JSON is long text with a check for valid JSON
select replace(substr(check_clause, 13), '`)', '') from information_schema.check_constraints
where table_name = ? and constraint_schema = coalesce(?, database()) and check_clause like 'json_valid(%'

-- name: tables
-- one table or all: name, kind, comment; MySQL shows only tables for which the role has a right
select t.table_name, case t.table_type when 'VIEW' then 'view' else 'table' end,
  case when t.table_type <> 'VIEW' or t.table_comment <> 'VIEW' then t.table_comment end
from information_schema.tables t
where t.table_schema = coalesce(?, database()) and (? is null or t.table_name = ?) and t.table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
order by 1

-- name: names
-- all tables and views, also those that can't be described
select table_name from information_schema.tables where table_schema = coalesce(?, database())
and table_type in ('BASE TABLE', 'VIEW') order by 1 limit 10000

-- name: known
-- what the names of a statement are: table, relation, home, schema, function or foreign
select case when table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') then 'table' else 'relation' end, table_name
  from information_schema.tables where table_schema = database()
union all select case when schema_name = database() and 1 = (select count(*) from information_schema.schemata
    where lower(schema_name) = lower(database())) then 'home' else 'schema' end, schema_name from information_schema.schemata
union all select 'foreign', routine_name from information_schema.routines where routine_schema = database()

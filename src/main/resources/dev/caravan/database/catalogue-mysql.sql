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
-- one table or all: name, kind, comment, estimated rows, whether the role may read, insert, update, delete
-- The privileges of columns are those that count, with all roles; a broken view has none. The right to delete is not told of roles: a user
-- with roles may have it.
select t.table_name, case t.table_type when 'VIEW' then 'view' else 'table' end,
  case when t.table_type <> 'VIEW' or t.table_comment <> 'VIEW' then t.table_comment end, t.table_rows,
  coalesce(c.may_read, 1), coalesce(c.may_insert, 1) and (v.table_name is null or v.is_updatable = 'YES'),
  coalesce(c.may_update, 1) and (v.table_name is null or v.is_updatable = 'YES'),
  (v.table_name is null or v.is_updatable = 'YES') and (exists (select 1 from information_schema.user_privileges
      where privilege_type = 'DELETE' and grantee = concat("'", replace(current_user(), '@', "'@'"), "'"))
    or exists (select 1 from information_schema.schema_privileges where privilege_type = 'DELETE' and database() like table_schema
      and grantee = concat("'", replace(current_user(), '@', "'@'"), "'"))
    or t.table_name in (select table_name from information_schema.table_privileges where privilege_type = 'DELETE'
      and table_schema = database() and grantee = concat("'", replace(current_user(), '@', "'@'"), "'"))
    /*!80019 or exists (select 1 from information_schema.enabled_roles where role_name is not null) */
    /*M!100005 or exists (select 1 from information_schema.enabled_roles where role_name is not null) */)
from information_schema.tables t
  left join information_schema.views v on v.table_schema = t.table_schema and v.table_name = t.table_name
  left join (select table_name, max(find_in_set('select', privileges) > 0) as may_read, max(find_in_set('insert', privileges) > 0) as may_insert,
    max(find_in_set('update', privileges) > 0) as may_update from information_schema.columns where table_schema = database()
    group by table_name) c on c.table_name = t.table_name
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

-- What the gateway asks the catalogue of PostgreSQL. Each query follows a line with its name.

-- name: columns
-- columns of a table that the role may use, or all if it may use none: table, column, type, whether it takes null, default, comment,
-- whether the database makes the value, place in the primary key, whether the role may read it, values of an enum, reference
select c.relname, a.attname, (with recursive below (oid, base) as (
    select oid, typbasetype from pg_catalog.pg_type where oid = a.atttypid
    union all select t.oid, t.typbasetype from pg_catalog.pg_type t join below on t.oid = below.base)
    select case t.typtype when 'c' then quote_ident(s.nspname) || '.' || quote_ident(t.typname) else t.typname end from below
    join pg_catalog.pg_type t on t.oid = below.oid join pg_catalog.pg_namespace s on s.oid = t.typnamespace where base = 0),
  not a.attnotnull, pg_get_expr(d.adbin, d.adrelid), col_description(c.oid, a.attnum),
  a.attidentity <> '' or a.attgenerated <> '' or coalesce(pg_get_expr(d.adbin, d.adrelid) like 'nextval(%', false),
  array_position(p.indkey::int2[], a.attnum) + 1, has_column_privilege(c.oid, a.attnum, 'SELECT'),
  (select string_agg(quote_literal(e.enumlabel), ',' order by e.enumsortorder) from pg_catalog.pg_enum e
    join pg_catalog.pg_type t on e.enumtypid in (t.oid, t.typelem) where t.oid = a.atttypid),
  (select r.relname || '.' || o.attname from pg_catalog.pg_constraint k join pg_catalog.pg_class r on r.oid = k.confrelid
    cross join unnest(k.conkey, k.confkey) u (own, other)
    join pg_catalog.pg_attribute o on o.attrelid = r.oid and o.attnum = u.other where k.conrelid = c.oid and k.contype = 'f'
    and u.own = a.attnum and r.relnamespace = c.relnamespace
    and has_column_privilege(r.oid, u.other, 'SELECT,INSERT,UPDATE') order by k.oid limit 1)
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    and (has_column_privilege(c.oid, a.attnum, 'SELECT,INSERT,UPDATE') or not has_any_column_privilege(c.oid, 'SELECT,INSERT,UPDATE'))
  left join pg_catalog.pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_catalog.pg_index p on p.indrelid = c.oid and p.indisprimary
where c.relname = ? and n.nspname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p') order by a.attnum

-- name: version
-- the columns with their types: what a write compares, because a whole description would cost it too much
select concat_ws(' ', attname, attnum, atttypid, atttypmod)
from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relname = ? and n.nspname = ? and attnum > 0 and not attisdropped order by attnum

-- name: tables
-- one table or all that the role may use: name, kind, comment
select c.relname, case c.relkind when 'v' then 'view' when 'm' then 'view' else 'table' end, obj_description(c.oid, 'pg_class')
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = ? and (cast(? as text) is null or c.relname = ?) and c.relkind in ('r', 'v', 'm', 'f', 'p')
and (has_table_privilege(c.oid, 'delete') or has_any_column_privilege(c.oid, 'select, insert, update')) order by 1

-- name: names
-- the tables and views that the role may use, also those that can't be described
select relname from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p')
and (has_table_privilege(c.oid, 'select, insert, update, delete') or has_any_column_privilege(c.oid, 'select, insert, update'))
order by 1 limit 10000

-- name: known
-- what the names of a statement are: table, relation, home, schema, function or foreign
select case when n.nspname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p') then 'table' else 'relation' end, c.relname
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relname = any (cast(? as text[])) and c.relkind not in ('i', 'I')
    and (n.nspname = ? or n.nspname = any (pg_catalog.current_schemas(false)))
union all select 'relation', t.typname from pg_catalog.pg_type t join pg_catalog.pg_type e on e.oid = t.typelem
  where t.typname = any (cast(? as text[])) and e.typrelid <> 0
union all select case when nspname = ? then 'home' else 'schema' end, nspname from pg_catalog.pg_namespace
  where nspname = any (cast(? as text[]))
union all select case when p.pronamespace = 'pg_catalog'::regnamespace or exists (select from pg_catalog.pg_depend d
    where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') then 'function'
    else 'foreign' end, p.proname from pg_catalog.pg_proc p where p.proname = any (cast(? as text[]))

-- name: roles
-- tables that the role may read, and whether it is a superuser
select n.nspname, c.relname, r.rolsuper from pg_catalog.pg_roles r
  left join (pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace)
    on c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and pg_catalog.has_schema_privilege(n.oid, 'USAGE') and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
where r.rolname = current_user order by 1, 2

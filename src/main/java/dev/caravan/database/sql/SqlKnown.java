package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What the database says now of the names of a statement. Nothing is kept, so that a new table is known at once. Each name stands behind
 * what it is: {@code table} for a table or view of the database's own schema, {@code relation} for other relations (sequences, tables of
 * other schemas in the search path, row types, shadow tables), {@code home} for the own schema, {@code schema} for others,
 * {@code function} for those of the product or of an extension, and {@code foreign} for other functions.
 */
record SqlKnown(Set<String> names) {

    private static final String POSTGRESQL = """
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
            """;

    private static final String MYSQL = """
            select case when table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED') then 'table' else 'relation' end, table_name
              from information_schema.tables where table_schema = database()
            union all select case when schema_name = database() and 1 = (select count(*) from information_schema.schemata
                where lower(schema_name) = lower(database())) then 'home' else 'schema' end, schema_name from information_schema.schemata
            union all select 'foreign', routine_name from information_schema.routines where routine_schema = database()
            """;

    private static final String SQLITE = """
            select case when schema = 'main' and type in ('table', 'view', 'virtual') then 'table' else 'relation' end, name
              from pragma_table_list
            union all select 'relation', name from pragma_module_list
            union all select case when name = 'main' then 'home' else 'schema' end, name from pragma_database_list
            union all select 'schema', 'temp'
            union all select 'function', name from pragma_function_list
            """;

    /** @param names folded as the product folds them */
    static SqlKnown of(SqlDatabase database, List<String> names) throws SQLException {
        Set<String> known = new HashSet<>();
        String home = database.settings().schema();
        String all = PostgresRules.arrayLiteral(names);
        String[] parameters = {home, all, home, all, home, all, all};
        try (Connection connection = database.catalogueSource().getConnection()) {
            SqlCatalogue.each(connection, 0, database.catalogue().of(POSTGRESQL, MYSQL, SQLITE),
                    row -> known.add(row.getString(1) + " " + SqlTokens.folded(database.settings().type(), row.getString(2))),
                    database.settings().type() == DatabaseKind.POSTGRESQL ? parameters : new String[0]);
        }
        return new SqlKnown(known);
    }

    /** Returns whether the name is one of these. */
    boolean is(String name, String... whats) {
        return Stream.of(whats).anyMatch(what -> names.contains(what + " " + name));
    }
}

package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * What the database says now of the names of a statement. Nothing is kept, so that a new table is known at once.
 *
 * @param tables    tables and views of the database's own schema
 * @param others    relations that are no tables of the own schema: sequences, tables of other schemas in the search path, row types,
 *                  shadow tables
 * @param schemas   schemas; the own one is {@code home}
 * @param functions functions
 * @param foreign   functions that are not of the product or of an extension
 * @param home      the own schema
 */
record SqlKnown(Set<String> tables, Set<String> others, Set<String> schemas, Set<String> functions, Set<String> foreign, String home) {

    /** The rows of each product are {kind, name, own}. */
    private static final String POSTGRESQL = """
            select 'relation', c.relname, n.nspname = ? and c.relkind in ('r', 'v', 'm', 'f', 'p') from pg_catalog.pg_class c
              join pg_catalog.pg_namespace n on n.oid = c.relnamespace
              where c.relname = any (?) and c.relkind not in ('i', 'I')
                and (n.nspname = ? or n.nspname = any (pg_catalog.current_schemas(false)))
            union all select 'relation', t.typname, false from pg_catalog.pg_type t join pg_catalog.pg_type e on e.oid = t.typelem
              where t.typname = any (?) and e.typrelid <> 0
            union all select 'schema', nspname, nspname = ? from pg_catalog.pg_namespace where nspname = any (?)
            union all select 'function', p.proname, p.pronamespace = 'pg_catalog'::regnamespace or exists (select from \
            pg_catalog.pg_depend d
              where d.classid = 'pg_catalog.pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e') from pg_catalog.pg_proc p where \
            p.proname = any (?)
            """;

    private static final String MYSQL = """
            select 'relation', table_name, table_type in ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
              from information_schema.tables where table_schema = database()
            union all select 'schema', schema_name, schema_name = database()
              and 1 = (select count(*) from information_schema.schemata where lower(schema_name) = lower(database())) from \
            information_schema.schemata
            union all select 'function', routine_name, false from information_schema.routines where routine_schema = database()
            """;

    private static final String SQLITE = """
            select 'relation', name, schema = 'main' and type in ('table', 'view', 'virtual') from pragma_table_list
            union all select 'relation', name, false from pragma_module_list
            union all select 'schema', name, name = 'main' from pragma_database_list
            union all select 'schema', 'temp', false
            union all select 'function', name, true from pragma_function_list
            """;

    /** @param names folded as the product folds them */
    static SqlKnown of(SqlDatabase database, Collection<String> names) throws SQLException {
        DatabaseKind product = database.settings().type();
        SqlKnown known = new SqlKnown(new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>(), new HashSet<>(),
                product == DatabaseKind.POSTGRESQL ? database.settings().schema() : "main");
        String home = known.home;
        try (Connection connection = database.catalogueSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(product == DatabaseKind.POSTGRESQL ? POSTGRESQL
                        : product == DatabaseKind.MYSQL ? MYSQL : SQLITE)) {
            if (product == DatabaseKind.POSTGRESQL) {
                for (int place = 1; place <= 7; place++) {
                    if (place == 1 || place == 3 || place == 5) {
                        statement.setString(place, home);
                    } else {
                        statement.setArray(place, connection.createArrayOf("text", names.toArray()));
                    }
                }
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    boolean own = rows.getBoolean(3);
                    String name = SqlTokens.folded(product, rows.getString(2));
                    switch (rows.getString(1)) {
                        case "relation" -> (own ? known.tables : known.others).add(name);
                        case "schema" -> {
                            known.schemas.add(name);
                            home = own ? name : home;
                        }
                        default -> {
                            known.functions.add(name);
                            if (!own) {
                                known.foreign.add(name);
                            }
                        }
                    }
                }
            }
        }
        return new SqlKnown(known.tables, known.others, known.schemas, known.functions, known.foreign, home);
    }
}

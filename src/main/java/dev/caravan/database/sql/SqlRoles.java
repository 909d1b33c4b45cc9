package dev.caravan.database.sql;

import dev.caravan.database.DatabaseKind;
import dev.caravan.database.DatabaseProperties;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.CamelContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/**
 * Warns at the start about PostgreSQL roles that may do more than the tools. The role's rights are the second lock behind
 * {@link SqlJudge}.
 */
@Component
class SqlRoles {

    private static final Logger LOG = LoggerFactory.getLogger(SqlRoles.class);
    private static final int MOST_NAMED = 10;

    private static final String READABLE = """
            select n.nspname, c.relname, r.rolsuper from pg_catalog.pg_roles r
              left join (pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace)
              on c.relkind in ('r', 'v', 'm', 'f', 'p') and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
              and pg_catalog.has_schema_privilege(n.oid, 'USAGE') and pg_catalog.has_any_column_privilege(c.oid, 'SELECT')
              where r.rolname = current_user order by 1, 2
            """;

    private final SqlDriver databases;
    private final DatabaseProperties properties;
    private final CamelContext context;

    SqlRoles(SqlDriver databases, DatabaseProperties properties, CamelContext context) {
        this.databases = databases;
        this.properties = properties;
        this.context = context;
    }

    @EventListener(ApplicationReadyEvent.class)
    void look() {
        context.getExecutorServiceManager().newThread("database roles", () -> properties.databases().forEach((name, settings) -> {
            if (settings.type() == DatabaseKind.POSTGRESQL && !settings.readOnly()) {
                look(name, databases.get(name));
            }
        })).start();
    }

    private static void look(String name, SqlDatabase database) {
        List<String> beyond = new ArrayList<>();
        boolean superuser = false;
        try (Connection connection = database.catalogueSource().getConnection();
                PreparedStatement statement = connection.prepareStatement(READABLE);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                superuser = rows.getBoolean(3);
                String table = rows.getString(2);
                if (table != null && !(rows.getString(1).equals(database.settings().schema()) && database.catalogue().allows(table))) {
                    beyond.add(rows.getString(1) + "." + table);
                }
            }
        } catch (SQLException e) {
            LOG.debug("Role not looked at database={} cause={}", name, e.getMessage());
            return;
        }
        if (superuser || !beyond.isEmpty()) {
            LOG.warn("Role may do more than the tools database={} superuser={} tables={} some={}:"
                    + " give the gateway a role with rights to the tables of its tools alone",
                    name, superuser, beyond.size(), beyond.subList(0, Math.min(MOST_NAMED, beyond.size())));
        }
    }
}

package dev.caravan.database;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.ListenSubscription;
import dev.caravan.mcp.SubscribedResources;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Says to which tables clients can subscribe, and finds those with subscribers whose columns have changed since the last look. */
@Component("schemaWatch")
public class SchemaWatch implements ListenSubscription.ListenableResources.Check {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaWatch.class);
    private static final int MOST = 1_000;
    private static final String RESOURCES = "db:///";
    private static final Object GONE = "gone";

    private final Schemas schemas;
    private final DatabaseProperties properties;
    private final SubscribedResources subscriptions;
    /** What was last seen of the columns of each table, or {@link #GONE}, by the URI of the table. */
    private final Map<String, Object> seen = new ConcurrentHashMap<>();

    private record Named(String database, String table) {
    }

    SchemaWatch(Schemas schemas, DatabaseProperties properties, SubscribedResources subscriptions) {
        this.schemas = schemas;
        this.properties = properties;
        this.subscriptions = subscriptions;
    }

    /** Returns the URIs of the tables whose columns have changed since the last look. A database that does not answer has no news. */
    public List<String> changed() {
        List<String> changed = new ArrayList<>();
        Set<String> uris = subscriptions.uris().stream().filter(uri -> uri.startsWith(RESOURCES)).limit(MOST).collect(Collectors.toSet());
        seen.keySet().retainAll(uris);
        for (String uri : uris) {
            Named table = named(uri);
            Object now = table == null ? null : columns(table);
            Object before = now == null ? null : seen.put(uri, now);
            if (before != null && !before.equals(now)) {
                changed.add(uri);
            }
        }
        return changed;
    }

    /** A database that does not answer refuses only the tables that the settings do not allow. */
    @Override
    public boolean mayBeRead(String uri) {
        if (!uri.startsWith(RESOURCES)) {
            return true;
        }
        Named table = named(uri);
        if (table == null) {
            return false;
        }
        Object now = columns(table);
        if (now != null && now != GONE) {
            seen.putIfAbsent(uri, now);
        }
        return now == null ? TableRules.of(table.database(), properties.databases().get(table.database())).allows(table.table())
                : now != GONE;
    }

    /** Returns the table of a URI; null if the gateway has no such database. */
    private Named named(String uri) {
        String[] names = uri.substring(RESOURCES.length()).split("/", -1);
        String database = names.length == 2 ? decoded(names[0]) : null;
        String table = names.length == 2 ? decoded(names[1]) : null;
        return database == null || table == null || table.indexOf('\0') >= 0 || !properties.databases().containsKey(database) ? null
                : new Named(database, table);
    }

    private static String decoded(String segment) {
        try {
            return URI.create(RESOURCES + segment).getPath().substring(1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Returns the columns as they are now, {@link #GONE} if the table can't be read, and null if the database does not answer. */
    private Object columns(Named table) {
        try {
            TableDescription found = schemas.table(Map.of("table", table.table()), table.database());
            return List.of(String.valueOf(found.table().comment()), found.key(), found.columns());
        } catch (Exception e) {
            LOG.debug("Table can't be read database={} table={}", table.database(), table.table(), e);
            return e instanceof DatabaseFailure failure && failure.code() != ErrorCode.DB_ERROR ? GONE : null;
        }
    }
}

package dev.caravan.database;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.ListenableResources;
import dev.caravan.mcp.SubscribedResources;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.CamelContext;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Remembers the tables that clients read as resources or subscribe to, and finds those whose columns have changed since. It remembers the last 200
 * that were read, each for a day, and at most 1,000 tables with subscribers, of which each caller has a fair share.
 */
@Component("schemaWatch")
public class SchemaWatch implements ListenableResources.Check {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaWatch.class);
    private static final int MOST_READ = 200;
    private static final int MOST_SUBSCRIBED = 1_000;
    private static final long LIFE = Duration.ofDays(1).toNanos();
    /** Time of one round. The tables that were not reached come first in the next round. */
    private static final long ROUND = TimeUnit.SECONDS.toNanos(20);
    private static final String RESOURCES = "db:///";

    private final Schemas schemas;
    private final DatabaseProperties properties;
    private final SubscribedResources subscriptions;
    private final ExecutorService worker;
    private final AtomicBoolean due = new AtomicBoolean();
    private final Map<String, Watched> all = new LinkedHashMap<>();
    private Set<String> subscribed = Set.of();

    /**
     * A table and its last known state.
     *
     * @param columns  what was last seen of the columns, or {@link #GONE}; null before the first look
     * @param readAt   time of the last read by a client; null if no client has read it
     * @param lookedAt time of the last look
     */
    private record Watched(String database, String table, Object columns, Long readAt, long lookedAt) {

        static final Object GONE = "gone";

        Watched with(Object now) {
            return new Watched(database, table, now == null ? columns : now, readAt, System.nanoTime());
        }

        boolean isOld() {
            return readAt == null || System.nanoTime() - readAt > LIFE;
        }
    }

    SchemaWatch(Schemas schemas, DatabaseProperties properties, SubscribedResources subscriptions, CamelContext context) {
        this.schemas = schemas;
        this.properties = properties;
        this.subscriptions = subscriptions;
        this.worker = context.getExecutorServiceManager().newSingleThreadExecutor(this, "subscribed-tables");
        subscriptions.onChange(this::lookSoon);
    }

    /** Remembers the table that a client reads. Returns the same description. Clients that know older columns are still told that they have changed. */
    public TableDescription read(@Body TableDescription found, @ExchangeProperty("resourceUri") String uri, @ExchangeProperty("database") String database) {
        if (uri != null) {
            long now = System.nanoTime();
            synchronized (all) {
                Watched before = all.remove(uri);
                all.put(uri, new Watched(database, found.table().name(), before == null || before.columns() == null ? signature(found) : before.columns(), now, now));
                long others = all.keySet().stream().filter(known -> !subscribed.contains(known)).count() - MOST_READ;
                for (Iterator<String> oldest = all.keySet().iterator(); others > 0 && oldest.hasNext();) {
                    if (!subscribed.contains(oldest.next())) {
                        oldest.remove();
                        others--;
                    }
                }
            }
        }
        return found;
    }

    /** Returns the URIs of the tables whose columns have changed since the last look. A database that does not answer has no news. */
    public List<String> changed() {
        if (properties.databases().isEmpty()) {
            return List.of();
        }
        readSubscriptions();
        return look(known());
    }

    /** Looks at tables with new subscribers, so that they hear of changes from now on. */
    private void lookSoon() {
        if (!properties.databases().isEmpty() && due.compareAndSet(false, true) && !worker.isShutdown()) {
            worker.execute(() -> {
                due.set(false);
                readSubscriptions();
                Map<String, Watched> now = known();
                now.values().removeIf(watched -> watched.columns() != null);
                look(now);
            });
        }
    }

    private void readSubscriptions() {
        Map<String, Watched> tables = new LinkedHashMap<>();
        try {
            for (String uri : subscriptions.uris()) {
                Watched table = uri.startsWith(RESOURCES) ? table(uri) : null;
                if (table != null) {
                    tables.put(uri, table);
                }
            }
        } catch (RuntimeException e) {
            LOG.debug("Subscriptions unknown, the tables stay", e);
            return;
        }
        synchronized (all) {
            subscribed = tables.keySet().stream().limit(MOST_SUBSCRIBED).collect(Collectors.toSet());
            subscribed.forEach(uri -> all.putIfAbsent(uri, tables.get(uri)));
        }
    }

    /** A database that does not answer refuses only the tables that the settings do not allow. */
    @Override
    public boolean mayBeRead(String uri) {
        if (!uri.startsWith(RESOURCES)) {
            return true;
        }
        Watched table = table(uri);
        if (table == null) {
            return false;
        }
        try {
            schemas.table(Map.of("table", table.table()), table.database());
            return true;
        } catch (Exception e) {
            LOG.debug("Table can't be read database={} table={}", table.database(), table.table(), e);
            boolean isRefused = e instanceof DatabaseFailure failure && failure.code() != ErrorCode.DB_ERROR;
            return !isRefused && TableRules.of(table.database(), properties.databases().get(table.database())).allows(table.table());
        }
    }

    /** Returns the table of a URI; null if the gateway has no such database. */
    private Watched table(String uri) {
        String[] names = uri.substring(RESOURCES.length()).split("/", -1);
        String database = names.length == 2 ? decoded(names[0]) : null;
        String table = names.length == 2 ? decoded(names[1]) : null;
        return table == null || table.indexOf('\0') >= 0 || !properties.databases().containsKey(database) ? null : new Watched(database, table, null, null, System.nanoTime());
    }

    private static String decoded(String segment) {
        try {
            return URI.create(RESOURCES + segment).getPath().substring(1);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private Map<String, Watched> known() {
        synchronized (all) {
            all.entrySet().removeIf(entry -> entry.getValue().isOld() && !subscribed.contains(entry.getKey()));
            return new LinkedHashMap<>(all);
        }
    }

    private List<String> look(Map<String, Watched> tables) {
        List<String> uris = new ArrayList<>();
        long end = System.nanoTime() + ROUND;
        List<Map.Entry<String, Watched>> longestAgoFirst = new ArrayList<>(tables.entrySet());
        longestAgoFirst.sort(Comparator.comparingLong(entry -> entry.getValue().lookedAt()));
        for (Map.Entry<String, Watched> entry : longestAgoFirst) {
            Watched watched = entry.getValue();
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                break;
            }
            Watched now = watched.with(columns(watched));
            boolean isKnown;
            synchronized (all) {
                isKnown = all.replace(entry.getKey(), watched, now);
            }
            if (isKnown && watched.columns() != null && !now.columns().equals(watched.columns())) {
                uris.add(entry.getKey());
            }
        }
        return uris;
    }

    private Object columns(Watched watched) {
        try {
            return signature(schemas.table(Map.of("table", watched.table()), watched.database()));
        } catch (DatabaseFailure gone) {
            return Watched.GONE;
        } catch (Exception e) {
            LOG.debug("Table not compared database={} table={}", watched.database(), watched.table(), e);
            return null;
        }
    }

    private static Object signature(TableDescription found) {
        return List.of(String.valueOf(found.table().comment()), found.key(), found.columns());
    }
}

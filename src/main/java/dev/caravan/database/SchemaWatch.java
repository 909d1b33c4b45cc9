package dev.caravan.database;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/**
 * Remembers the tables that clients read as resources, and finds those whose columns have changed since. It remembers the last 200, each for a day
 * after it was read.
 */
@Component("schemaWatch")
public class SchemaWatch {

    private static final Logger LOG = LoggerFactory.getLogger(SchemaWatch.class);
    private static final int MOST = 200;
    private static final long LIFE = Duration.ofDays(1).toNanos();
    /** Time of one round. The tables that were not reached have their turn in the next round. */
    private static final long ROUND = TimeUnit.SECONDS.toNanos(20);

    private final Schemas schemas;
    private final Map<String, Watched> all = new LinkedHashMap<>();

    /** @param columns what a client last read of the columns, or {@link #GONE} */
    private record Watched(String database, String table, Object columns, long readAt) {

        static final Object GONE = "gone";
    }

    SchemaWatch(Schemas schemas) {
        this.schemas = schemas;
    }

    /** Remembers the table that a client reads. Returns the same description. */
    public TableDescription read(@Body TableDescription found, @ExchangeProperty("resourceUri") String uri, @ExchangeProperty("database") String database) {
        if (uri != null) {
            synchronized (all) {
                all.remove(uri);
                all.put(uri, new Watched(database, found.table().name(), signature(found), System.nanoTime()));
                Iterator<String> oldest = all.keySet().iterator();
                while (all.size() > MOST && oldest.hasNext()) {
                    oldest.next();
                    oldest.remove();
                }
            }
        }
        return found;
    }

    /** Returns the URIs of the tables whose columns have changed since the last look. A database that does not answer has no news. */
    public List<String> changed() {
        Map<String, Watched> now;
        synchronized (all) {
            all.values().removeIf(watched -> System.nanoTime() - watched.readAt() > LIFE);
            now = new LinkedHashMap<>(all);
        }
        List<String> uris = new ArrayList<>();
        long end = System.nanoTime() + ROUND;
        for (Map.Entry<String, Watched> entry : now.entrySet()) {
            Watched watched = entry.getValue();
            if (System.nanoTime() > end || Thread.currentThread().isInterrupted()) {
                break;
            }
            Object columns = columns(watched);
            if (columns != null && !columns.equals(watched.columns())) {
                uris.add(entry.getKey());
                synchronized (all) {
                    all.replace(entry.getKey(), watched, new Watched(watched.database(), watched.table(), columns, watched.readAt()));
                }
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

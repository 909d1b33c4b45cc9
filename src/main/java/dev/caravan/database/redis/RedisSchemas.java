package dev.caravan.database.redis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.SampledRows;
import dev.caravan.database.TableDescriber;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableSummary;
import dev.caravan.envelope.NearestNames;
import dev.caravan.json.JsonMappers;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/** Finds the tables of Redis in its keys, and describes a table by some of its records. It looks at {@code scan-limit} keys at most. */
@Component
class RedisSchemas implements TableDescriber {

    private static final List<String> KEY = List.of(RedisTable.ID);
    private static final int KEYS_OF_A_SCAN = 1_000;

    private final RedisDatabases databases;

    RedisSchemas(RedisDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "redis";
    }

    /** Counts the keys of each prefix. If there are more keys than it looks at, the counts are estimates. */
    @Override
    public List<TableSummary> tables(String database) {
        RedisDatabase redis = databases.get(database);
        Map<String, Long> counts = new TreeMap<>();
        double factor;
        try (RedisSession session = redis.open()) {
            Set<String> seen = new HashSet<>();
            scan(redis, session, ScanArgs.Builder.limit(KEYS_OF_A_SCAN), key -> true, redis.settings().scanLimit(), seen);
            seen.forEach(key -> {
                int colon = key.indexOf(':');
                if (colon > 0 && RedisTable.isName(key.substring(0, colon)) && new RedisTable(key.substring(0, colon)).mayHold(key)) {
                    counts.merge(key.substring(0, colon), 1L, Long::sum);
                }
            });
            long keys = seen.size() < redis.settings().scanLimit() ? seen.size() : session.ask("DBSIZE", commands -> commands.dbsize());
            factor = Math.max(1, (double) keys / Math.max(1, seen.size()));
        }
        return counts.entrySet().stream().map(entry -> new TableSummary(entry.getKey(), "prefix", null, Math.round(entry.getValue() * factor), null)).toList();
    }

    /** Returns nothing: the list of tables has the counts. */
    @Override
    public Map<String, Long> rows(String database, Collection<String> tables) {
        return Map.of();
    }

    @Override
    public List<String> key(String database, String table) {
        return KEY;
    }

    @Override
    public TableDescription table(String database, String name) throws DatabaseFailure {
        RedisDatabase redis = databases.get(database);
        RedisTable table = RedisTable.of(name, redis);
        SampledRows sample = new SampledRows(false);
        Set<String> keys = new LinkedHashSet<>();
        try (RedisSession session = redis.open()) {
            boolean all = scan(redis, session, ScanArgs.Builder.matches(table.pattern()).limit(KEYS_OF_A_SCAN), table::mayHold, SampledRows.MOST, keys);
            for (RedisRecord record : new RedisRecords(redis, session).some(table, List.copyOf(keys))) {
                sample.add((ObjectNode) JsonMappers.normal().valueToTree(record.view(List.of())));
            }
            if (sample.rows() == 0) {
                List<String> names = tables(database).stream().map(TableSummary::name).filter(redis.rules()::allows).toList();
                throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names));
            }
            Long rows = all ? Long.valueOf(keys.size()) : tables(database).stream().filter(found -> found.name().equals(name)).map(TableSummary::rows).findFirst().orElse(null);
            return new TableDescription(new TableSummary(name, "prefix", null, rows, null), KEY, sample.columns(KEY), sample.rows(), sample.example());
        }
    }

    /** Adds keys until there are enough, or until it has looked at {@code scan-limit} keys. Returns whether it looked at all keys. */
    private static boolean scan(RedisDatabase redis, RedisSession session, ScanArgs arguments, Predicate<String> wanted, int most, Set<String> found) {
        int pages = 0;
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished() && found.size() < most && (long) pages * KEYS_OF_A_SCAN < redis.settings().scanLimit()) {
            ScanCursor from = cursor;
            KeyScanCursor<String> page = session.ask("SCAN", commands -> commands.scan(from, arguments));
            List<String> keys = new ArrayList<>(page.getKeys());
            keys.removeIf(wanted.negate());
            for (String key : keys) {
                if (found.size() < most) {
                    found.add(key);
                }
            }
            cursor = page;
            pages++;
        }
        return cursor.isFinished() && found.size() < most;
    }
}

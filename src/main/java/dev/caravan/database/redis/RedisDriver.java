package dev.caravan.database.redis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.SampledRows;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.envelope.NearestNames;
import dev.caravan.json.JsonMappers;
import dev.caravan.observe.PoolMeters;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.KeyScanCursor;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScanArgs;
import io.lettuce.core.ScanCursor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import org.springframework.stereotype.Component;

/**
 * The configured Redis databases. Each connects when it is first needed. Tables are found in the keys, and described by some of their
 * records; a look takes {@code scan-limit} keys at most.
 */
@Component
class RedisDriver extends Driver<RedisDatabase> {

    private static final Set<String> PERMISSION = Set.of("NOAUTH", "WRONGPASS", "NOPERM", "READONLY");
    private static final Set<String> CONNECTION = Set.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "ERR max");
    private static final String TRANSACTION_REFUSED = "EXECABORT Transaction discarded because of: ";
    private static final List<String> KEY = List.of(RedisTable.ID);
    private static final int KEYS_OF_A_SCAN = 1_000;

    RedisDriver(DatabaseProperties properties, PoolMeters pools, RedisSpans spans) {
        super("redis", RedisTable.ID);
        open(properties, (name, settings) -> {
            RedisDatabase database = new RedisDatabase(name, settings, spans);
            pools.add("database-" + name, database::active, database::idle, database::pending, settings::poolSize);
            return database;
        });
    }

    @Override
    public void ping(String database) {
        try (RedisSession session = get(database).open()) {
            session.ask("PING", redis -> redis.ping());
        }
    }

    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        RedisException found = null;
        int depth = 0;
        for (Throwable link = cause; link != null && depth++ < 20; link = link.getCause()) {
            if (link instanceof RedisException redis && (found == null || redis instanceof RedisCommandExecutionException)) {
                found = redis;
            }
        }
        return Optional.ofNullable(found).map(thrown -> new Meaning(type(thrown), thrown.getMessage()));
    }

    private static Type type(RedisException thrown) {
        if (!(thrown instanceof RedisCommandExecutionException)) {
            return thrown instanceof RedisCommandTimeoutException || thrown instanceof RedisCommandInterruptedException ? Type.TIMEOUT
                    : Type.CONNECTION;
        }
        String message = String.valueOf(thrown.getMessage()).replace(TRANSACTION_REFUSED, "");
        if (PERMISSION.stream().anyMatch(message::startsWith) || message.startsWith("ERR invalid password")) {
            return Type.PERMISSION;
        }
        return CONNECTION.stream().anyMatch(message::startsWith) ? Type.CONNECTION
                : message.startsWith("BUSY ") ? Type.TIMEOUT : Type.QUERY;
    }

    /** Counts the keys of each prefix. If there are more keys than it looks at, the counts are estimates. */
    @Override
    public List<TableSummary> tables(String database) {
        RedisDatabase redis = get(database);
        Map<String, Long> counts = new TreeMap<>();
        double factor;
        try (RedisSession session = redis.open()) {
            Set<String> seen = new HashSet<>();
            scan(redis, session, ScanArgs.Builder.limit(KEYS_OF_A_SCAN), key -> true, redis.settings.scanLimit(), seen);
            seen.forEach(key -> {
                int colon = key.indexOf(':');
                if (colon > 0 && RedisTable.isName(key.substring(0, colon)) && new RedisTable(key.substring(0, colon)).mayHold(key)) {
                    counts.merge(key.substring(0, colon), 1L, Long::sum);
                }
            });
            long keys = seen.size() < redis.settings.scanLimit() ? seen.size() : session.ask("DBSIZE", commands -> commands.dbsize());
            factor = Math.max(1, (double) keys / Math.max(1, seen.size()));
        }
        return counts.entrySet().stream()
                .map(entry -> new TableSummary(entry.getKey(), "prefix", null, Math.round(entry.getValue() * factor), null)).toList();
    }

    @Override
    public TableDescription table(String database, String name) throws DatabaseFailure {
        RedisDatabase redis = get(database);
        RedisTable table = RedisTable.of(name, redis);
        SampledRows sample = new SampledRows(false);
        Set<String> keys = new LinkedHashSet<>();
        try (RedisSession session = redis.open()) {
            boolean all = scan(redis, session, ScanArgs.Builder.matches(table.pattern()).limit(KEYS_OF_A_SCAN), table::mayHold,
                    SampledRows.MOST, keys);
            ReadLimit limit = new ReadLimit(redis.settings.maxRead().toBytes());
            new RedisRecords(redis, session).each(table, List.copyOf(keys), limit::isOpen, record -> {
                limit.add(record.stored());
                sample.add((ObjectNode) JsonMappers.normal().valueToTree(record.view(List.of())));
            });
            if (sample.rows() == 0) {
                List<String> names = tables(database).stream().map(TableSummary::name).filter(redis.rules::allows).toList();
                throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names));
            }
            Long rows = all ? Long.valueOf(keys.size())
                    : tables(database).stream().filter(found -> found.name().equals(name)).map(TableSummary::rows).findFirst().orElse(null);
            return new TableDescription(new TableSummary(name, "prefix", null, rows, null), KEY, sample.columns(KEY), sample.rows(),
                    sample.example());
        }
    }

    /** Adds keys until there are enough, or until it has looked at {@code scan-limit} keys. Returns whether it looked at all keys. */
    private static boolean scan(RedisDatabase redis, RedisSession session, ScanArgs arguments, Predicate<String> wanted, int most,
            Set<String> found) {
        int pages = 0;
        ScanCursor cursor = ScanCursor.INITIAL;
        while (!cursor.isFinished() && found.size() < most && (long) pages * KEYS_OF_A_SCAN < redis.settings.scanLimit()) {
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

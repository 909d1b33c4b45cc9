package dev.caravan.database.redis;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.database.BoundedJson.ReadLimit;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.SampledRows;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.envelope.NearestNames;
import dev.caravan.json.JsonMappers;
import dev.caravan.observe.PoolMeters;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.camel.util.ObjectHelper;
import org.springframework.stereotype.Component;

/**
 * The configured Redis databases. Each connects when it is first needed. Tables are found in the keys, and described by some of their
 * records; a look takes {@code scan-limit} keys at most.
 */
@Component
class RedisDriver extends Driver<RedisDatabase> {

    /** How messages of the server begin, by their type. */
    private static final Map<Type, List<String>> MESSAGES = Map.of(
            Type.PERMISSION, List.of("NOAUTH", "WRONGPASS", "NOPERM", "READONLY", "ERR invalid password"),
            Type.CONNECTION, List.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "ERR max"), Type.TIMEOUT, List.of("BUSY "));
    private static final String TRANSACTION_REFUSED = "EXECABORT Transaction discarded because of: ";

    RedisDriver(DatabaseProperties properties, PoolMeters pools, RedisSpans spans) {
        super("redis", RedisTable.ID);
        open(properties, (name, settings) -> {
            RedisDatabase database = new RedisDatabase(name, settings, spans);
            pools.add("database-" + name, () -> settings.poolSize() - database.free.availablePermits(), database.idle::size,
                    database.free::getQueueLength, settings::poolSize);
            return database;
        });
    }

    @Override
    public void ping(String database) throws Exception {
        try (Session session = get(database).new Session(false)) {
            session.ask("PING", redis -> redis.ping());
        }
    }

    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        RedisException refused = ObjectHelper.getException(RedisCommandExecutionException.class, cause);
        return Optional.ofNullable(refused != null ? refused : ObjectHelper.getException(RedisException.class, cause))
                .map(thrown -> new Meaning(type(thrown), thrown.getMessage()));
    }

    private static Type type(RedisException thrown) {
        if (!(thrown instanceof RedisCommandExecutionException)) {
            return thrown instanceof RedisCommandTimeoutException || thrown instanceof RedisCommandInterruptedException ? Type.TIMEOUT
                    : Type.CONNECTION;
        }
        String message = String.valueOf(thrown.getMessage()).replace(TRANSACTION_REFUSED, "");
        return MESSAGES.entrySet().stream().filter(type -> type.getValue().stream().anyMatch(message::startsWith)).map(Map.Entry::getKey)
                .findFirst().orElse(Type.QUERY);
    }

    /** Counts the keys of each prefix. If there are more keys than it looks at, the counts are estimates. */
    @Override
    public List<TableSummary> tables(String database) throws Exception {
        RedisDatabase redis = get(database);
        Map<String, Long> counts = new TreeMap<>();
        Set<String> found = new HashSet<>();
        double factor;
        try (Session session = redis.new Session(false)) {
            factor = scan(redis, session, "*", found);
        }
        found.forEach(key -> RedisTable.nameOf(key).ifPresent(name -> counts.merge(name, 1L, Long::sum)));
        return counts.entrySet().stream().map(count -> summary(count.getKey(), count.getValue() * factor)).toList();
    }

    private static TableSummary summary(String table, double rows) {
        return new TableSummary(table, "prefix", null, Math.round(rows), null);
    }

    /**
     * Looks at {@code scan-limit} keys.
     *
     * @param found receives those of the pattern
     * @return for how many keys of the database each of them stands
     */
    private static double scan(RedisDatabase redis, Session session, String pattern, Set<String> found) {
        int seen = new RedisRecords(redis, session).scan(pattern, found, looked -> looked < redis.settings.scanLimit());
        return seen == 0 ? 1 : Math.max(1, session.ask("DBSIZE", commands -> commands.dbsize()) / (double) seen);
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        RedisDatabase redis = get(database);
        RedisTable table = RedisTable.of(name, redis);
        SampledRows sample = new SampledRows(false);
        Set<String> found = new LinkedHashSet<>();
        try (Session session = redis.new Session(false)) {
            double factor = scan(redis, session, table.key("*"), found);
            found.remove(table.counter());
            ReadLimit limit = new ReadLimit(redis.settings.maxRead().toBytes());
            List<String> some = found.stream().limit(SampledRows.MOST).toList();
            new RedisRecords(redis, session).each(table, some, record -> {
                limit.add(record.stored());
                sample.add((ObjectNode) JsonMappers.normal().valueToTree(record.view(List.of())));
                return limit.isOpen();
            });
            if (sample.rows() == 0) {
                List<String> names = tables(database).stream().map(TableSummary::name).filter(redis.rules::allows).toList();
                throw DatabaseFailure.query("database.noTable", database, name, NearestNames.of(name, names));
            }
            return new TableDescription(summary(name, found.size() * factor), key, sample.columns(key), sample.rows(), sample.example());
        }
    }
}

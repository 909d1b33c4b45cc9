package dev.caravan.database.redis;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.json.BoundedJson.ReadLimit;
import dev.caravan.json.JsonMappers;
import dev.caravan.observe.PoolMeters;
import dev.caravan.observe.RedisSpans;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandInterruptedException;
import io.lettuce.core.RedisCommandTimeoutException;
import io.lettuce.core.RedisException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.util.ObjectHelper;
import org.springframework.stereotype.Component;

/**
 * The configured Redis databases. Each connects when it is first needed. Tables are found in the keys; a
 * look takes {@code scan-limit} keys at most.
 */
@Component
class RedisDriver extends Driver<RedisDatabase> {

    /** How messages of the server begin, by their type. */
    private static final Map<Type, List<String>> MESSAGES = Map.of(
            Type.PERMISSION, List.of("NOAUTH", "WRONGPASS", "NOPERM", "READONLY", "ERR invalid password"),
            Type.CONNECTION, List.of("LOADING", "MASTERDOWN", "CLUSTERDOWN", "NOREPLICAS", "ERR max"), Type.TIMEOUT, List.of("BUSY "));
    private static final String KIND = "prefix";
    /** How many records tell the fields of a table. */
    private static final int MOST_ROWS = 100;
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

    @Override
    public List<TableSummary> tables(String database) throws Exception {
        RedisDatabase redis = get(database);
        Set<String> found = new HashSet<>();
        try (Session session = redis.new Session(false)) {
            new RedisRecords(redis, session).scan("*", found, looked -> looked < redis.settings.scanLimit());
        }
        return found.stream().flatMap(key -> RedisTable.nameOf(key).stream()).distinct()
                .map(name -> new TableSummary(name, KIND, null)).toList();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        RedisDatabase redis = get(database);
        RedisTable table = RedisTable.of(name, redis);
        Set<String> keys = new LinkedHashSet<>();
        List<JsonNode> rows = new ArrayList<>();
        try (Session session = redis.new Session(false)) {
            RedisRecords records = new RedisRecords(redis, session);
            records.scan(table.key("*"), keys, looked -> keys.size() < MOST_ROWS && looked < redis.settings.scanLimit());
            ReadLimit limit = new ReadLimit(redis.settings.maxRead().toBytes());
            records.each(table, keys.stream().limit(MOST_ROWS).toList(), record -> {
                limit.add(record.stored());
                rows.add(JsonMappers.normal().valueToTree(record.view(List.of())));
                return limit.isOpen();
            });
        }
        if (rows.isEmpty()) {
            throw redis.rules.missing(name, tables(database).stream().map(TableSummary::name).toList());
        }
        return new TableDescription(new TableSummary(name, KIND, null), key, TableDescription.found(key, rows));
    }
}

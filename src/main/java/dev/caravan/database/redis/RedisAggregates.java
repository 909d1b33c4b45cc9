package dev.caravan.database.redis;

import dev.caravan.database.AggregateSpec;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.GroupFold;
import dev.caravan.database.GroupLimit;
import dev.caravan.database.GroupRows;
import dev.caravan.database.RouteLimit;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Computes aggregates of Redis in the gateway, record by record. It scans {@code scan-limit} keys at most. */
@Component("redisAggregates")
public class RedisAggregates {

    private static final int MOST_GROUPS = 10_000;

    private final RedisDatabases databases;

    RedisAggregates(RedisDatabases databases) {
        this.databases = databases;
    }

    /** Reads the matching records, and adds each to its group. */
    public GroupFold fold(@Body Map<String, Object> arguments, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure {
        RedisDatabase database = databases.get(name);
        RedisTable table = RedisTable.of((String) arguments.get("table"), database);
        RecordFilter filter = RecordFilter.of(arguments);
        GroupFold fold = new GroupFold(spec, RouteLimit.of(exchange, "mostGroups", MOST_GROUPS), new GroupLimit(database.settings().maxRead()));
        try (RedisSession session = database.open()) {
            Optional<Set<String>> ids = filter.ids();
            new RedisRecords(database, session).each(table, ids, record -> {
                if (filter.test(record)) {
                    fold.add(row(record));
                }
            });
        }
        return fold;
    }

    private static GroupFold.Row row(RedisRecord record) {
        return new GroupFold.Row() {
            @Override
            public Object value(String column) {
                return record.field(column);
            }

            @Override
            public boolean isLoose(String column) {
                return record.isLoose(column);
            }
        };
    }

    /** Selects, sorts and shapes the groups as {@code {data, has_more}}. */
    public Map<String, Object> answer(@Body GroupFold fold, @Variable(AggregateSpec.VARIABLE) AggregateSpec spec) {
        return GroupRows.answer(spec, fold.rows());
    }
}

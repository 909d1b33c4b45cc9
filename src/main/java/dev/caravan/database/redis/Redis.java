package dev.caravan.database.redis;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import dev.caravan.database.redis.RecordValues.SortKey;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.database.redis.RedisRecords.Match;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
import dev.caravan.json.BoundedJson.ReadLimit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Reads pages of records for the Redis tools. */
@Component("redisCalls")
public record Redis(RedisDriver databases) {

    /** One call of a query tool in the flow. */
    record Query(RedisDatabase database, RedisTable table, RecordFilter filter, PageSpec page, RecordOrder order) {
    }

    /** Looks up the table of a query tool's arguments, and reads their filters. */
    public Query call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange) throws Exception {
        RedisDatabase database = databases.get(name);
        PageSpec page = PageSpec.of(arguments, exchange, List.of(RedisTable.ID), column -> column);
        return new Query(database, RedisTable.of((String) arguments.get("table"), database), RecordFilter.of(arguments),
                page, new RecordOrder(page.order()));
    }

    /** Reads the records that match, by their ids or all of the table, and shapes the page as {@code {data, count, has_more}}. */
    public Map<String, Object> page(@Variable("call") Query query) throws DatabaseFailure, InterruptedException {
        PageSpec page = query.page();
        boolean one = query.filter().ids().filter(ids -> ids.size() == 1).isPresent();
        try (Session session = query.database().new Session(one)) {
            RedisRecords records = new RedisRecords(query.database(), session);
            List<Match> sorted = query.order().sorted(records.matching(query.table(), query.filter(), query.order()), page.after());
            List<Match> wanted = page.cut(sorted);
            Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
            if (wanted.stream().allMatch(match -> match.record() != null)) {
                wanted.forEach(match -> rows.put(match.key(), match.record().view(page.columns())));
            } else { // not all were kept; leaves out rows that were deleted meanwhile
                ReadLimit limit = new ReadLimit(query.database().settings.maxRead().toBytes());
                records.each(query.table(), wanted.stream().map(Match::key).toList(), record -> {
                    limit.add(rows.computeIfAbsent(record.key(), key -> record.view(page.columns())));
                    return limit.isOpen();
                });
            }
            List<?> all = List.copyOf(rows.values());
            if (!page.hasPlace()) {
                return page.answer(all, sorted.size()); // the count costs nothing, because all matches were read
            }
            return page.answer(all, page.end(all) < sorted.size(), wanted.stream()
                    .filter(match -> rows.isEmpty() || rows.containsKey(match.key()))
                    .reduce((first, next) -> next).map(match -> match.keys().stream().map(SortKey::shown).toList()).orElse(null));
        }
    }
}

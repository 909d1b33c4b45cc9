package dev.caravan.database.redis;

import dev.caravan.database.BoundedJson.ReadLimit;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageSpec;
import dev.caravan.database.PageSpec.PageCall;
import dev.caravan.database.redis.RecordValues.SortKey;
import dev.caravan.database.redis.RedisDatabase.Session;
import dev.caravan.database.redis.RedisRecords.Match;
import dev.caravan.database.redis.RedisRecords.RecordFilter;
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
    public Query call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws Exception {
        RedisDatabase database = databases.get(name);
        PageSpec page = PageSpec.of(arguments, exchange, List.of(RedisTable.ID), column -> column);
        return new Query(database, RedisTable.of((String) arguments.get("table"), database), RecordFilter.of(arguments),
                page, new RecordOrder(page.order()));
    }

    /** Returns the records that match: those with the ids that the filters name, otherwise those of the whole table. */
    public List<Match> matching(@Variable(PageCall.VARIABLE) Query query) throws DatabaseFailure, InterruptedException {
        boolean one = query.filter().ids().filter(ids -> ids.size() == 1).isPresent();
        try (Session session = query.database().new Session(one)) {
            return new RedisRecords(query.database(), session).matching(query.table(), query.filter(), query.order());
        }
    }

    /** Sorts the matches, and shapes the page as {@code {data, count, has_more}}. */
    public Map<String, Object> page(@Body List<Match> matching, @Variable(PageCall.VARIABLE) Query query)
            throws DatabaseFailure, InterruptedException {
        PageSpec page = query.page();
        List<Match> sorted = query.order().sorted(matching, page.after());
        List<Match> wanted = sorted.stream().skip(page.offset()).limit(page.limit()).toList();
        Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
        if (wanted.stream().allMatch(match -> match.record() != null)) {
            wanted.forEach(match -> rows.put(match.key(), match.record().view(page.columns())));
        } else {
            readAgain(wanted, query, rows);
        }
        List<?> all = List.copyOf(rows.values());
        if (page.hasPlace()) {
            return page.answer(all, page.end(all) < sorted.size(), wanted.stream()
                    .filter(match -> rows.isEmpty() || rows.containsKey(match.key()))
                    .reduce((one, next) -> next).map(match -> match.keys().stream().map(SortKey::text).toList()).orElse(null));
        }
        return page.answer(all, sorted.size()); // the count costs nothing, because all matches were read
    }

    /**
     * Reads the rows of the page again that were not kept, a few at a time, up to the read limit. Leaves out rows that were deleted
     * meanwhile.
     *
     * @param rows receives the rows by their keys
     */
    private static void readAgain(List<Match> wanted, Query query, Map<String, Map<String, Object>> rows)
            throws DatabaseFailure, InterruptedException {
        ReadLimit limit = new ReadLimit(query.database().settings.maxRead().toBytes());
        try (Session session = query.database().new Session(false)) {
            new RedisRecords(query.database(), session).each(query.table(), wanted.stream().map(Match::key).toList(), record -> {
                Map<String, Object> row = record.view(query.page().columns());
                limit.add(row);
                rows.put(record.key(), row);
                return limit.isOpen();
            });
        }
    }
}

package dev.caravan.database.redis;

import dev.caravan.database.Cursors;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.PageCall;
import dev.caravan.database.PageSpec;
import dev.caravan.database.ReadLimit;
import dev.caravan.database.redis.RedisRecords.RedisRecord;
import dev.caravan.database.redis.RedisRecords.RedisRecord.RecordFilter;
import dev.caravan.envelope.Text;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Reads pages of records and inserts records for the Redis tools. */
@Component("redisCalls")
public class Redis {

    private final RedisDriver databases;

    Redis(RedisDriver databases) {
        this.databases = databases;
    }

    /**
     * One call of a query tool in the flow.
     *
     * @param cursor whether the page was asked for with {@code after}
     * @param after  the values of the last row before such a page; null for the first page
     */
    record Query(RedisDatabase database, RedisTable table, RecordFilter filter, PageSpec page, boolean cursor, List<?> after) {
    }

    /** Looks up the table of a query tool's arguments, and reads their filters. */
    public Query call(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name, Exchange exchange)
            throws DatabaseFailure {
        RedisDatabase database = databases.get(name);
        return new Query(database, RedisTable.of((String) arguments.get("table"), database), RecordFilter.of(arguments),
                PageSpec.of(arguments, exchange),
                arguments.containsKey(Cursors.AFTER), (List<?>) arguments.get(Cursors.AFTER));
    }

    /** Returns whether the filters name the ids. */
    public boolean isById(@Variable(PageCall.VARIABLE) Query query) {
        return query.filter().ids().isPresent();
    }

    /** Reads the records whose ids the filters name. Returns the records that match. */
    public List<RedisRecord> named(@Variable(PageCall.VARIABLE) Query query) throws DatabaseFailure {
        Set<String> ids = query.filter().ids().orElseThrow();
        try (RedisSession session = ids.size() == 1 ? query.database().openShared() : query.database().open()) {
            return new RedisRecords(query.database(), session).named(query.table(), ids, query.filter(), query.page().order());
        }
    }

    /** Reads all records of the table. Returns the records that match. */
    public List<RedisRecord> scanned(@Variable(PageCall.VARIABLE) Query query) throws DatabaseFailure {
        try (RedisSession session = query.database().open()) {
            return new RedisRecords(query.database(), session).scanned(query.table(), query.filter(), query.page().order());
        }
    }

    /** Sorts the matches, and shapes the page as {@code {data, count, has_more}}. */
    public Map<String, Object> page(@Body List<RedisRecord> matching, @Variable(PageCall.VARIABLE) Query query) throws DatabaseFailure {
        PageSpec page = query.page();
        RecordOrder order = new RecordOrder(page.order());
        List<RedisRecord> sorted = order.sorted(matching, query.after());
        List<RedisRecord> wanted = sorted.stream().skip(page.offset()).limit(page.limit()).toList();
        Map<String, Map<String, Object>> rows = new LinkedHashMap<>();
        if (wanted.stream().allMatch(RedisRecord::whole)) {
            wanted.forEach(record -> rows.put(record.key(), record.view(page.columns())));
        } else {
            readAgain(wanted, query, rows);
        }
        // the count costs nothing, because all matches were read
        Map<String, Object> answer = page.answer(List.copyOf(rows.values()), sorted.size());
        if (query.cursor()) {
            answer.put(Cursors.SORT, wanted.stream().filter(record -> rows.isEmpty() || rows.containsKey(record.key()))
                    .reduce((one, next) -> next).map(order::values).orElse(null));
        }
        return answer;
    }

    /**
     * Reads the rows of the page again that were not kept, a few at a time, up to the read limit. Leaves out rows that were deleted
     * meanwhile.
     *
     * @param rows receives the rows by their keys
     */
    private static void readAgain(List<RedisRecord> wanted, Query query, Map<String, Map<String, Object>> rows) throws DatabaseFailure {
        ReadLimit limit = new ReadLimit(query.database().settings.maxRead().toBytes());
        try (RedisSession session = query.database().open()) {
            new RedisRecords(query.database(), session).each(query.table(), wanted.stream().map(RedisRecord::key).toList(), limit::isOpen,
                    record -> {
                if (limit.isOpen()) {
                    Map<String, Object> row = record.view(query.page().columns());
                    limit.add(row);
                    rows.put(record.key(), row);
                }
            });
        }
    }

    /** Checks all rows of an insert tool before the first is written. */
    public RedisRows rows(@Body Map<String, Object> arguments, @ExchangeProperty("database") String name) throws DatabaseFailure {
        return RedisRows.of(RedisTable.of((String) arguments.get("table"), databases.get(name)), arguments.get("data"));
    }

    /** Writes all rows at once, or no row if an id exists already. */
    public Map<String, Object> insert(@Body RedisRows rows, @ExchangeProperty("database") String name) throws DatabaseFailure {
        try (RedisSession session = databases.get(name).open()) {
            while (true) {
                List<RedisRecord> records = rows.records(session);
                Map<String, String> texts = new LinkedHashMap<>();
                for (RedisRecord record : records) {
                    texts.put(record.key(), RedisRecords.json(record.stored()));
                }
                if (session.ask("MSETNX", redis -> redis.msetnx(texts))) {
                    return RedisRows.answer(records);
                }
                List<Boolean> exist = session.exist(List.copyOf(texts.keySet()));
                for (int i = 0; i < exist.size(); i++) {
                    if (exist.get(i)) {
                        rows.refuse(records.get(i));
                    }
                }
            }
        }
    }

    /**
     * Rows to insert.
     *
     * @param given keys of the rows whose data contain an id; a counter generates the other ids
     */
    record RedisRows(RedisTable table, List<Map<String, Object>> rows, Set<String> given) {

        private static final int MOST_AT_ONCE = 5_000;

        /** @throws DatabaseFailure query_error for an invalid id; integrity_error if two rows have the same id */
        @SuppressWarnings("unchecked")
        static RedisRows of(RedisTable table, Object data) throws DatabaseFailure {
            List<Map<String, Object>> rows = data instanceof List<?> list ? (List<Map<String, Object>>) list
                    : List.of((Map<String, Object>) data);
            Set<String> given = new HashSet<>();
            for (Map<String, Object> row : rows) {
                Object id = row.get(RedisTable.ID);
                if (id != null
                        && !given.add(table.key(RedisTable.idText(id).orElseThrow(() -> DatabaseFailure.query("database.unfitId"))))) {
                    throw taken(id);
                }
            }
            return new RedisRows(table, rows, given);
        }

        /** Makes records of the rows. A generated id was free when it was checked. */
        List<RedisRecord> records(RedisSession session) {
            Iterator<Long> generated = generated(session, rows.size() - given.size()).iterator();
            List<RedisRecord> records = new ArrayList<>(rows.size());
            for (Map<String, Object> row : rows) {
                Map<String, Object> fields = new LinkedHashMap<>();
                fields.put(RedisTable.ID, row.get(RedisTable.ID));
                fields.putAll(row);
                fields.computeIfAbsent(RedisTable.ID, missing -> generated.next());
                String id = RedisTable.idText(fields.get(RedisTable.ID)).orElseThrow();
                records.add(new RedisRecord(table.key(id), id, false, fields, 0));
            }
            return records;
        }

        /** Returns the next free ids of the counter. The step grows while ids are taken. */
        private List<Long> generated(RedisSession session, int count) {
            List<Long> ids = new ArrayList<>();
            for (int step = count; ids.size() < count; step = Math.min(2 * step, MOST_AT_ONCE)) {
                long last = next(session, step);
                List<String> keys = new ArrayList<>();
                for (long id = last - step + 1; id <= last; id++) {
                    keys.add(table.key(String.valueOf(id)));
                }
                List<Boolean> exist = session.exist(keys);
                for (int i = 0; i < step; i++) {
                    if (!exist.get(i) && !given.contains(keys.get(i))) {
                        ids.add(last - step + 1 + i);
                    }
                }
            }
            return ids.subList(0, count);
        }

        private long next(RedisSession session, int step) {
            return session.ask("INCRBY", redis -> redis.incrby(table.counter(), step));
        }

        /** @throws DatabaseFailure integrity_error if the caller gave an id that exists already */
        void refuse(RedisRecord taken) throws DatabaseFailure {
            if (given.contains(taken.key())) {
                throw taken(taken.id());
            }
        }

        static DatabaseFailure taken(Object id) {
            return DatabaseFailure.of(Type.INTEGRITY, Text.of("database.taken", RedisTable.ID, id));
        }

        /** Shapes the ids as {@code {inserted_count, inserted_ids}}. */
        static Map<String, Object> answer(List<RedisRecord> records) {
            return DatabaseValues.object("inserted_count", records.size(),
                    "inserted_ids", records.stream().map(record -> record.stored().get(RedisTable.ID)).toList());
        }
    }
}

package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.json.Pointer;
import dev.caravan.start.OrZero;
import dev.caravan.store.Store;
import java.nio.charset.StandardCharsets;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.util.unit.DataSize;

/**
 * The history of contexts in the store: who changed what and when, and what undoes it. A change is recorded in the transaction that makes
 * it. The oldest changes are deleted when there are too many, and each after a time.
 */
@Component
class ContextHistory {

    /** Size of a change without its values, in bytes. */
    private static final int ROW = 200;
    private static final long SWEEP = Duration.ofMinutes(1).toNanos();
    private static final String KEPT = " and made_at > now() - make_interval(secs => :keep)";
    private static final String WITHIN = " and not exists (select from unnest(places) as place where place <> :scope and not "
            + "starts_with(place, :scope || '/'))";

    /** Deletes the oldest changes of the context, and sums the bytes of the user's changes as they were before the statement. */
    private static final String SUM = "old as (delete from context_change where table_id = :table and version <= :oldest) "
            + "select coalesce(sum(bytes), 0) from context_change where user_id = :user";
    private static final RowMapper<Step> STEP = (row, number) -> new Step(row.getLong("version"), row.getObject("undoes", Long.class),
            texts(row.getArray("places")));

    private final Store store;
    private final ContextTurns turns;
    private final ContextJson json;
    private final long keep;
    private final int most;
    private final long mostBytes;
    private final AtomicLong swept = new AtomicLong(System.nanoTime() - SWEEP);

    ContextHistory(Store store, ContextTurns turns, HistoryProperties settings, ContextJson json) {
        this.store = store;
        this.turns = turns;
        this.json = json;
        this.most = settings.maxChangesPerTable();
        this.keep = most == 0 ? 0 : settings.keep().toSeconds();
        this.mostBytes = settings.maxBytesPerUser().toBytes();
    }

    /**
     * A change to undo.
     *
     * @param undo   what undoes it; null if that is not kept
     * @param places all that it touched
     */
    record Recorded(long version, Pointer path, JsonNode undo, List<String> places) {
    }

    /** @param undoes version of the change that this one undid; null otherwise */
    private record Step(long version, Long undoes, List<String> places) {
    }

    /**
     * Records a change of elements. The caller has locked the context and counted its version up.
     *
     * @param undoes version of the change that this one undoes; null otherwise
     */
    void record(JdbcClient jdbc, String user, long table, long version, ContextData.Origin origin, Pointer path, JsonNode reversal,
            Long undoes) {
        if (most == 0) {
            sweep(jdbc);
            return;
        }
        List<String> keys = Reversal.keys(reversal);
        List<String> places = Reversal.Places.of(path, reversal, keys);
        List<String> shown = Reversal.Places.shown(keys);
        String undo = json.write(reversal);
        long described = ROW + characters(places) + characters(shown);
        long bytes = described + undo.getBytes(StandardCharsets.UTF_8).length;
        boolean fits = bytes <= mostBytes;
        long kept = fits ? bytes : described;
        long others = jdbc.sql(
                "with made as (insert into context_change (user_id, table_id, version, caller, instance, tool, verb, path, keys, elements,"
                        + " places, undoes, undo, bytes) "
                        + "values (:user, :table, :version, :caller, :instance, :tool, :verb, :path, :keys, :elements, :places, :undoes, "
                        + "cast(:undo as json), :bytes)), "
                        + SUM)
                .param("user", user).param("table", table).param("version", version).param("oldest", version - most)
                .param("caller", origin.caller()).param("instance", origin.instance()).param("tool", origin.tool())
                .param("verb", origin.verb())
                .param("path", path.toString()).param("keys", shown.toArray(String[]::new)).param("elements", keys.size())
                .param("places", places.toArray(String[]::new))
                .param("undoes", undoes).param("undo", fits ? undo : null).param("bytes", kept).query(Long.class).single();
        prune(jdbc, user, others + kept);
    }

    /**
     * Records that the data of a context will be replaced as a whole, unless they stay the same. Call it before. @return whether they will
     * change
     */
    boolean recordReplacement(JdbcClient jdbc, String user, long table, ContextData.Origin origin, String data) {
        if (most == 0) {
            sweep(jdbc);
            return true;
        }
        int changed = jdbc.sql("insert into context_change (user_id, table_id, version, caller, verb, places, undo, bytes) "
                + "select user_id, id, version + 1, :caller, :verb, cast('{\"\"}' as text[]), case when bytes + :row <= :most then "
                + "json_build_object('value', data) end, "
                + "case when bytes + :row <= :most then bytes else 0 end + :row from context_table where id = :table and data is distinct "
                + "from cast(:data as jsonb)")
                .param("caller", origin.caller()).param("verb", origin.verb()).param("row", ROW).param("most", mostBytes)
                .param("table", table).param("data", data).update();
        if (changed > 0) {
            long version = jdbc.sql("select version + 1 from context_table where id = :table").param("table", table).query(Long.class)
                    .single();
            prune(jdbc, user, jdbc.sql("with " + SUM).param("table", table).param("oldest", version - most).param("user", user)
                    .query(Long.class).single());
        }
        return changed > 0;
    }

    private static long characters(List<String> texts) {
        return texts.stream().mapToLong(String::length).sum();
    }

    /** Deletes the oldest changes of the user beyond the limit. @param bytes that the user's changes have */
    private void prune(JdbcClient jdbc, String user, long bytes) {
        if (bytes > mostBytes) {
            jdbc.sql("delete from context_change where id in (select id from context_change where id in (select id from "
                    + "(select id, sum(bytes) over (order by id desc) as total from context_change where user_id = :user) as newest where "
                    + "total > :most) "
                    + "order by id for update skip locked)").param("user", user).param("most", mostBytes).update();
        }
        sweep(jdbc);
    }

    /** Deletes changes that are no longer kept, at most 1,000 a minute, so that the change of a context does not wait long. */
    private void sweep(JdbcClient jdbc) {
        long before = swept.get();
        if (System.nanoTime() - before > SWEEP && swept.compareAndSet(before, System.nanoTime())) {
            jdbc.sql(
                    "delete from context_change where id in (select id from context_change where made_at <= now() - make_interval(secs => "
                            + ":keep) "
                    + "order by id limit 1000 for update skip locked)").param("keep", keep).update();
        }
    }

    /**
     * Returns the changes within a place, the newest first. Paths are relative to the place.
     *
     * @throws ContextFailure MISSING if the user has no such context
     */
    Page list(String user, long table, Pointer scope, long skip, int limit) throws ContextFailure {
        return turns.connected(user, () -> store.<Page, ContextFailure>transact(jdbc -> {
            long version = ContextData.State.of(jdbc, "", user, table).version();
            Map<Long, Long> undoneBy = undoneBy(
                    jdbc.sql("select version, undoes, cast('{}' as text[]) as places from context_change where table_id = :table "
                    + "and undoes is not null order by version desc").param("table", table).query(STEP).list());
            List<ContextChange> changes = jdbc
                    .sql("select version, made_at, caller, instance, tool, verb, path, keys, elements, undoes, undo is not null as kept "
                    + "from context_change where table_id = :table" + KEPT + WITHIN + " order by version desc offset :skip limit :limit")
                    .param("table", table).param("keep", keep).param("scope", scope.toString()).param("skip", skip).param("limit", limit)
                    .query((row, number) -> change(row, scope, undoneBy)).list();
            return new Page(version, changes);
        }));
    }

    /** @param version of the context now */
    record Page(long version, List<ContextChange> changes) {
    }

    private static ContextChange change(ResultSet row, Pointer scope, Map<Long, Long> undoneBy) throws SQLException {
        long version = row.getLong("version");
        Long undone = undoneBy.get(version);
        String path = row.getString("path");
        return new ContextChange(version, row.getTimestamp("made_at").toInstant(), row.getString("caller"),
                row.getObject("instance", Long.class), row.getString("tool"), row.getString("verb"),
                path.startsWith(scope.toString()) ? path.substring(scope.toString().length()) : "", texts(row.getArray("keys")),
                row.getInt("elements"),
                row.getObject("undoes", Long.class), undone, row.getBoolean("kept") && undone == null);
    }

    /**
     * Returns the change with that version.
     *
     * @throws ContextFailure         MISSING if it is not kept, or touched more than the scope
     * @throws ContextMemory.TooLarge if the JSON that undoes it has more bytes than {@code most}
     */
    Recorded find(JdbcClient jdbc, long table, long version, Pointer scope, long most) throws ContextFailure {
        return jdbc.sql(
                "select path, places, octet_length(cast(undo as text)) as size, case when octet_length(cast(undo as text)) <= :most then "
                        + "undo end as undo "
                + "from context_change where table_id = :table and version = :version" + KEPT)
                .param("most", most).param("table", table).param("version", version).param("keep", keep)
                .query((row, number) -> {
                    if (row.getLong("size") > most) {
                        throw new ContextMemory.TooLarge(row.getLong("size"));
                    }
                    String undo = row.getString("undo");
                    return new Recorded(version, Pointer.parse(row.getString("path")).orElseThrow(), undo == null ? null : json.read(undo),
                            texts(row.getArray("places")));
                }).optional()
                .filter(found -> new Reversal.Places(found.places()).areWithin(scope))
                .orElseThrow(() -> ContextFailure.Kind.MISSING.of("context.noChange", version));
    }

    /** Returns {version: version of the change that undid it}, for changes that are undone now. @param steps the newest first */
    private static Map<Long, Long> undoneBy(List<Step> steps) {
        Map<Long, Long> undoneBy = new HashMap<>();
        for (Step step : steps) {
            if (step.undoes() != null && !undoneBy.containsKey(step.version())) {
                undoneBy.put(step.undoes(), step.version());
            }
        }
        return undoneBy;
    }

    /**
     * Checks that nothing stands in the way of undoing a change: no later change touched what it touched, other than changes that were
     * undone since, and their undoing.
     *
     * @param now version of the context
     * @throws ContextFailure CONFLICT
     */
    void checkFree(JdbcClient jdbc, long table, Recorded change, long now) throws ContextFailure {
        List<Step> later = jdbc.sql(
                "select version, undoes, places from context_change where table_id = :table and version > :version order by version desc")
                .param("table", table).param("version", change.version()).query(STEP).list();
        Map<Long, Long> undoneBy = undoneBy(later);
        Long undone = undoneBy.get(change.version());
        if (undone != null) {
            throw ContextFailure.Kind.CONFLICT.of("context.undone", change.version(), undone);
        }
        if (change.undo() == null) {
            throw ContextFailure.Kind.CONFLICT.of("context.notUndoable", change.version());
        }
        if (later.size() != now - change.version()) {
            throw ContextFailure.Kind.CONFLICT.of("context.unknownChanges", change.version());
        }
        Reversal.Places places = new Reversal.Places(change.places());
        for (Step step : later) {
            boolean cancelled = undoneBy.containsKey(step.version()) || step.undoes() != null && step.undoes() > change.version();
            if (!cancelled && places.overlap(step.places())) {
                throw ContextFailure.Kind.CONFLICT.of("context.changedAgain", change.version(), step.version());
            }
        }
    }

    private static List<String> texts(Array array) throws SQLException {
        return Arrays.asList((String[]) array.getArray());
    }

    /**
     * One change in the history of a context.
     *
     * @param version  version of the context after the change
     * @param caller   who changed it
     * @param instance id of the MCP instance whose tool changed it; null over REST
     * @param tool     name of that tool; null over REST
     * @param verb     create, update, delete, replace or undo
     * @param path     object or array whose elements changed
     * @param keys     the changed elements, or the first of them; empty for a whole context
     * @param elements number of changed elements
     * @param undoes   version of the change that this one undid; null otherwise
     * @param undoneBy version of the change that undid this one; null otherwise
     * @param canUndo  whether the values to undo it are kept, and it is not undone
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record ContextChange(long version, Instant at, String caller, Long instance, String tool, String verb, String path,
            List<String> keys, int elements, Long undoes, Long undoneBy, boolean canUndo) {
    }

    /**
     * Settings of {@code caravan.history.*}: how long changes of contexts can be listed and undone.
     *
     * @param keep               Time for which changes of contexts are kept.
     * @param maxChangesPerTable Changes that are kept of one context. The oldest are deleted first. 0 means no history, and deletes the
     *                           recorded changes.
     * @param maxBytesPerUser    Size of the kept changes of all contexts of one user. The oldest are deleted first.
     */
    @ConfigurationProperties("caravan.history")
    record HistoryProperties(@DefaultValue("30d") Duration keep, @DefaultValue("100") @OrZero int maxChangesPerTable,
            @DefaultValue("100MB") @OrZero DataSize maxBytesPerUser) {
    }
}

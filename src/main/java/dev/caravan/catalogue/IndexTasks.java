package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.observe.Refreshed;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.retrieval.IndexCounts;
import dev.caravan.store.Claims;
import dev.caravan.store.Store;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The index tasks of search tools. Each gateway claims the next free task. A claim expires unless its gateway renews it, so another gateway
 * continues the task of a crashed one.
 */
@Component("indexTasks")
public class IndexTasks {

    private static final String COLUMNS = "tool_id, status, started_at, finished_at, nodes_count, chunks_count, indexed_chunks_count, "
            + "last_error";
    private static final String COUNTED = "nodes_count = :nodes, chunks_count = :chunks, indexed_chunks_count = :indexed";
    private static final String HELD = " where id = :id and " + Claims.MINE + " and status = 'indexing'";
    private static final int LONGEST_ERROR = 500;
    private static final int MOST_CLAIMS = 5;

    /** Seconds until a failed task is tried again, if its failure may pass. */
    private static final int AGAIN_AFTER = 30;

    /** Condition on the table {@code t}: the task is open and no gateway holds it, or it is to be tried again. */
    private static final String OPEN = "(t.status = 'pending' or t.status in ('indexing', 'error') and t." + Claims.OVER + ")";
    /**
     * For each user with open tasks: how many of the user's indexes are being built, and since when the user waits. The wait starts when
     * the user's last index began or ended, or with the first task.
     */
    private static final String TURNS = "select t.user_id, (select count(*) from search_index_task r where r.user_id = t.user_id and "
            + "r.status = 'indexing' "
            + "and r.claimed_until >= now()) as running, coalesce((select max(greatest(s.started_at, s.finished_at)) from "
            + "search_index_task s where s.user_id = t.user_id), min(t.created_at)) as since "
            + "from search_index_task t where " + OPEN + " group by t.user_id";

    private final Store store;
    private final Claims claims;

    IndexTasks(Store store, Indexing.IndexProperties settings) {
        this.store = store;
        this.claims = new Claims(settings.lease());
    }

    /** Returns the index task of the caller's search tool. */
    public Object get(RestRequest request) throws RestFailure {
        return store.<IndexTask, RestFailure>transact(jdbc -> {
            long tool = searchTool(jdbc, request);
            return find(jdbc, tool).orElseThrow(() -> RestError.NOT_FOUND.of("catalogue.noIndex", tool));
        });
    }

    /** Indexes the caller's search tool again. The existing index stays until then. */
    public Object redo(RestRequest request) throws RestFailure {
        return store.<IndexTask, RestFailure>transact(jdbc -> {
            long tool = searchTool(jdbc, request);
            open(jdbc, tool);
            return find(jdbc, tool).orElseThrow();
        });
    }

    private static long searchTool(JdbcClient jdbc, RestRequest request) throws RestFailure {
        long tool = request.id("id");
        String type = jdbc.sql("select type from tool where id = :id and user_id = :user").param("id", tool).param("user", request.caller())
                .query(String.class).optional().orElseThrow(() -> RestError.NOT_FOUND.of("catalogue.noTool", tool));
        if (!ToolTypes.SEARCH.equals(type)) {
            throw RestError.BAD_REQUEST.of("catalogue.notSearch", tool, type);
        }
        return tool;
    }

    /** Creates the task of a search tool, or reopens the existing one. */
    void open(JdbcClient jdbc, long tool) {
        jdbc.sql(
                "insert into search_index_task as s (user_id, tool_id, table_id, json_path) select user_id, id, table_id, json_path from "
                        + "tool where id = :tool "
                        + "on conflict (tool_id) do update set status = case s.status when 'indexing' then s.status else 'pending' end, "
                        + "again = s.status = 'indexing', "
                + "last_error = null, updated_at = now()").param("tool", tool).update();
        jdbc.sql("select pg_notify('caravan_index', '')").query((row, number) -> number).list();
    }

    /** Creates the task of a search tool that has none. */
    void openFirst(JdbcClient jdbc, long tool) {
        jdbc.sql(
                "insert into search_index_task (user_id, tool_id, table_id, json_path) select user_id, id, table_id, json_path from tool "
                        + "where id = :tool "
                + "on conflict (tool_id) do nothing").param("tool", tool).update();
    }

    Optional<IndexTask> of(long tool) {
        return store.run(jdbc -> find(jdbc, tool));
    }

    /** Returns the tasks of a user's tools, the latest change first, at most 100. @return {@code [{tool, index}]} */
    public List<?> of(String user) {
        return store.run(jdbc -> jdbc
                .sql("select t.name, s.* from search_index_task s join tool t on t.id = s.tool_id where s.user_id = :user "
                        + "order by s.updated_at desc limit 100")
                .param("user", user).query((row, number) -> new NamedIndex(row.getString("name"), task(row))).list());
    }

    /** The index of the tool with that name. */
    record NamedIndex(String tool, IndexTask index) {
    }

    private static Optional<IndexTask> find(JdbcClient jdbc, long tool) {
        return jdbc.sql("select " + COLUMNS + " from search_index_task where tool_id = :tool").param("tool", tool)
                .query((row, number) -> task(row)).optional();
    }

    private static IndexTask task(ResultSet row) throws SQLException {
        String status = row.getString("status");
        Instant finished = time(row, "finished_at");
        return new IndexTask(row.getLong("tool_id"), status, time(row, "started_at"), finished, "ready".equals(status) ? finished : null,
                count(row, "nodes_count"), count(row, "chunks_count"), count(row, "indexed_chunks_count"), row.getString("last_error"));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column) == null ? null : ToolRows.time(row, column);
    }

    private static Long count(ResultSet row, String column) throws SQLException {
        return (Long) row.getObject(column);
    }

    /**
     * Claims the next free task. Users take turns: first the user with the fewest running builds at all gateways, then the user who has
     * waited longest. A task fails after several gateways crashed while they worked on it.
     *
     * @param busy users whose tasks are skipped, since this gateway already works for them
     * @return empty if no task is free
     */
    Optional<Claimed> claim(Collection<String> busy) {
        return store.<Optional<Claimed>, RuntimeException>transact(jdbc -> {
            jdbc.sql("update search_index_task set status = 'error', claims = 0, " + Claims.RELEASE
                    + ", finished_at = now(), updated_at = now(), "
                    + "last_error = :reason where status = 'indexing' and " + Claims.OVER + " and claims >= :most")
                    .param("reason", "Gateways crashed " + MOST_CLAIMS + " times while they built this index; the context may be too large")
                    .param("most", MOST_CLAIMS).update();
            return next(jdbc, busy);
        });
    }

    private Optional<Claimed> next(JdbcClient jdbc, Collection<String> busy) {
        return claims.sql(jdbc, "update search_index_task set status = 'indexing', again = false, "
                + "claims = case status when 'indexing' then claims + 1 else 1 end, " + Claims.TAKE
                + ", started_at = now(), finished_at = null, "
                + "nodes_count = null, chunks_count = null, indexed_chunks_count = null, updated_at = now() "
                + "where id = (select t.id from search_index_task t join (" + TURNS + ") turn on turn.user_id = t.user_id where " + OPEN
                + " and t.user_id <> all (cast(:busy as text[])) order by turn.running, turn.since, t.updated_at limit 1 for update of t "
                + "skip locked) "
                + "returning id, tool_id, user_id, table_id, json_path")
                .param("busy", busy.toArray(String[]::new))
                .query((row, number) -> new Claimed(row.getLong("id"), row.getLong("tool_id"), row.getString("user_id"),
                row.getLong("table_id"),
                        row.getString("json_path"))).optional();
    }

    /** Renews the claim and stores the progress. Returns false if another gateway has the task by now, or it is deleted. */
    boolean renew(Claimed task, IndexCounts counts) {
        return store.run(
                jdbc -> counted(jdbc, "update search_index_task set " + Claims.RENEW + ", " + COUNTED + HELD, task, counts).update()) == 1;
    }

    /** Marks the task as ready. If the context has changed meanwhile, the task becomes pending again. */
    void finish(Claimed task, IndexCounts counts) {
        store.<Object, RuntimeException>transact(jdbc -> counted(jdbc,
                "update search_index_task set status = case when again then 'pending' else 'ready' end, "
                        + "again = false, " + Claims.RELEASE + ", finished_at = now(), updated_at = now(), last_error = null, " + COUNTED
                        + HELD,
                task, counts).update());
    }

    /** @param passing whether the reason may pass, so that the task is tried again in {@value #AGAIN_AFTER} s */
    void fail(Claimed task, String reason, boolean passing) {
        store.<Object, RuntimeException>transact(jdbc -> claims
                .sql(jdbc, "update search_index_task set status = 'error', again = false, claimed_by = null, "
                        + "claimed_until = case when :passing then now() + make_interval(secs => " + AGAIN_AFTER
                        + ") end, finished_at = now(), updated_at = now(), last_error = :reason" + HELD)
                .param("passing", passing).param("reason", reason.length() <= LONGEST_ERROR ? reason : reason.substring(0, LONGEST_ERROR))
                .param("id", task.id()).update());
    }

    /** Whether the index of any tool is ready and not empty. */
    boolean haveReady() {
        return store.run(jdbc -> jdbc.sql("select exists (select from search_index_task where status = 'ready' and chunks_count > 0)")
                .query(Boolean.class).single());
    }

    /**
     * Reopens ready tasks whose index has fewer chunks than it should.
     *
     * @param found chunks that a search finds, by context
     * @return number of reopened tasks
     */
    int reopen(Map<Long, Long> found) {
        return store.run(jdbc -> jdbc
                .sql("update search_index_task set status = 'pending', updated_at = now() where status = 'ready' and chunks_count > "
                        + "coalesce((select chunks from unnest(cast(:contexts as bigint[]), cast(:chunks as bigint[])) as found (context, "
                        + "chunks) where context = table_id), 0)")
                .param("contexts", array(found.keySet())).param("chunks", array(found.values())).update());
    }

    private static String array(Collection<Long> numbers) {
        return numbers.stream().map(String::valueOf).collect(Collectors.joining(",", "{", "}"));
    }

    /** Releases this gateway's tasks, for other gateways or for itself after a restart. */
    void handBack() {
        store.<Object, RuntimeException>transact(jdbc -> claims.sql(jdbc,
                "update search_index_task set status = 'pending', " + Claims.RELEASE + " where " + Claims.MINE + " and status = 'indexing'")
                .update());
    }

    private JdbcClient.StatementSpec counted(JdbcClient jdbc, String statement, Claimed task, IndexCounts counts) {
        return claims.sql(jdbc, statement).param("id", task.id()).param("nodes", counts == null ? null : counts.nodes())
                .param("chunks", counts == null ? null : counts.chunks()).param("indexed", counts == null ? null : counts.indexed());
    }

    /** A context whose index may contain chunks that no tool searches. */
    record Cleanup(long id, long tableId) {
    }

    Optional<Cleanup> claimCleanup() {
        return store.<Optional<Cleanup>, RuntimeException>transact(jdbc -> claims.sql(jdbc,
                "update search_index_cleanup set " + Claims.RENEW
                        + " where id = (select id from search_index_cleanup where claimed_until is null or " + Claims.OVER
                        + " order by id limit 1 for update skip locked) "
                + "returning id, table_id")
                .query((row, number) -> new Cleanup(row.getLong("id"), row.getLong("table_id"))).optional());
    }

    /** Returns the JSON Pointers of that context that tools search. */
    List<String> places(long table) {
        return store.run(jdbc -> places(jdbc, table));
    }

    /** Ends the cleanup. Reopens the tasks of tools that were created meanwhile, since the cleanup may have deleted their chunks. */
    void cleaned(Cleanup cleanup, List<String> kept) {
        store.<Object, RuntimeException>transact(jdbc -> {
            if (!places(jdbc, cleanup.tableId()).equals(kept)) {
                jdbc.sql("select redo_index(:table)").param("table", cleanup.tableId()).query((row, number) -> number).list();
            }
            return jdbc.sql("delete from search_index_cleanup where id = :id").param("id", cleanup.id()).update();
        });
    }

    private static List<String> places(JdbcClient jdbc, long table) {
        return jdbc.sql("select distinct json_path from search_index_task where table_id = :table order by 1").param("table", table)
                .query(String.class).list();
    }

    /** An index task that this gateway has claimed. */
    record Claimed(long id, long toolId, String owner, long tableId, String jsonPath) {
    }

    /**
     * State of a search tool's index.
     *
     * @param status             pending, indexing, ready or error
     * @param startedAt          when a gateway last claimed the task
     * @param finishedAt         when the index last became ready or failed
     * @param indexedAt          finishedAt of a ready index, else null
     * @param nodesCount         indexed strings
     * @param chunksCount        chunks of these strings
     * @param indexedChunksCount chunks that the index already has
     * @param lastError          reason of the last failure; null after a success
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record IndexTask(long toolId, String status, Instant startedAt, Instant finishedAt, Instant indexedAt, Long nodesCount,
            Long chunksCount, Long indexedChunksCount, String lastError) {

        /** Whether the index is pending or being built. */
        @JsonIgnore
        boolean isOpen() {
            return "pending".equals(status) || "indexing".equals(status);
        }
    }

    /**
     * Registers {@code caravan.search.index.tasks} by state, over all gateways. The store's numbers are a few seconds old; NaN means that
     * the store can't be reached.
     */
    @Component
    static class SearchIndexMetrics {

        private static final List<String> STATES = List.of("pending", "indexing", "ready", "error");
        private static final Duration AGE = Duration.ofSeconds(10);

        SearchIndexMetrics(Store store, MeterRegistry registry) {
            if (store.isSet()) {
                Refreshed<Map<String, Long>> tasks = new Refreshed<>(AGE, () -> count(store));
                STATES.forEach(state -> Gauge.builder("caravan.search.index.tasks", tasks, known -> value(known.get(), state))
                        .description("Search tools by the state of their index, over all gateways").tag("state", state)
                        .strongReference(true).register(registry));
            }
        }

        private static double value(Map<String, Long> known, String state) {
            return known == null ? Double.NaN : known.getOrDefault(state, 0L);
        }

        private static Map<String, Long> count(Store store) {
            return store.run(jdbc -> {
                Map<String, Long> numbers = new HashMap<>();
                jdbc.sql("select status, count(*) from search_index_task group by status").query(row -> {
                    numbers.put(row.getString(1), row.getLong(2));
                });
                return numbers;
            });
        }
    }
}

package dev.caravan.mcp.task;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.mcp.McpRequest;
import dev.caravan.store.Claims;
import dev.caravan.store.Store;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.apache.camel.Exchange;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Stores the tasks of all gateways in their database. Every method throws a {@link dev.caravan.store.StoreException} while it is
 * unavailable.
 */
@Component
public record TaskStore(Store store, TaskProperties settings, ObjectMapper mapper, Claims claims) {

    private static final String COLUMNS = "id, status, status_message, result, error, input_requests, input_responses, created_at, "
            + "updated_at, ttl_ms, poll_ms";
    private static final String OPEN = "status in ('working', 'input_required')";
    private static final String MINE = " where id = :id and " + Claims.MINE + " and " + OPEN;
    private static final String ABANDONED = "{\"code\":-32603,\"message\":\"The gateway that ran this task stopped before the task was "
            + "done. Call again\"}";
    private static final String FAIL = "update mcp_task set status = 'failed', status_message = null, error = :value, "
            + "input_requests = null, updated_at = now()";

    @Autowired
    TaskStore(Store store, TaskProperties settings, ObjectMapper mapper) {
        this(store, settings, mapper, new Claims(settings.lease()));
    }

    /** Returns whether tasks are available. */
    boolean isOffered() {
        return store.isSet();
    }

    /** Creates a task for this gateway to run. */
    Task create(String owner) {
        return store.<Task, RuntimeException>transact(jdbc -> claims
                .sql(jdbc, "insert into mcp_task (id, owner, ttl_ms, poll_ms, expires_at, claimed_by, claimed_until) values (:id, :owner, "
                        + ":ttl, :poll, now() + make_interval(secs => :ttl / 1000.0), :me, now() + make_interval(secs => :lease)) "
                        + "returning " + COLUMNS)
                .param("id", UUID.randomUUID().toString()).param("owner", owner)
                .param("ttl", settings.ttl().toMillis()).param("poll", settings.pollInterval().toMillis())
                .query((row, number) -> task(row)).single());
    }

    /** Returns the task; empty if none has this id, it has expired, or another owner has it. */
    Optional<Task> find(String id, String owner) {
        return find("owner = :owner", id, owner);
    }

    /** Returns the task of any owner. */
    Optional<Task> find(String id) {
        return find(":owner = ''", id, "");
    }

    private Optional<Task> find(String condition, String id, String owner) {
        return store.run(jdbc -> {
            jdbc.sql(FAIL + " where id = :id and " + OPEN + " and " + Claims.OVER).param("value", ABANDONED).param("id", id).update();
            return task(jdbc, condition, id, owner);
        });
    }

    private Optional<Task> task(JdbcClient jdbc, String condition, String id, String owner) {
        return jdbc.sql("select " + COLUMNS + " from mcp_task where id = :id and expires_at > now() and " + condition).param("id", id)
                .param("owner", owner).query((row, number) -> task(row)).optional();
    }

    /**
     * Returns a caller's unexpired tasks at the gateway for the page, latest first, at most 100, without results and questions:
     * {@code {taskId, status, statusMessage?, createdAt, lastUpdatedAt, ttlMs, pollIntervalMs}}. The protocol has no such list.
     */
    public List<ObjectNode> of(String caller) {
        return !isOffered() ? List.of() : store.run(jdbc -> jdbc.sql("select " + COLUMNS
                + " from mcp_task where owner = :owner and expires_at > now() order by created_at desc limit 100")
                .param("owner", atGateway(caller)).query((row, number) -> task(row).summary()).list());
    }

    /** Stores answers to open questions and ignores others. Returns false if the owner has no such task. */
    boolean answer(String id, String owner, ObjectNode answers) {
        return store.<Boolean, RuntimeException>transact(jdbc -> {
            Task task = task(jdbc, "owner = :owner for update", id, owner).orElse(null);
            if (task == null) {
                return false;
            }
            answers.properties().forEach(answer -> {
                if (task.isOpen() && task.questions().remove(answer.getKey()) != null) {
                    task.answers().set(answer.getKey(), answer.getValue());
                }
            });
            jdbc.sql("update mcp_task set input_requests = :questions, input_responses = :answers, updated_at = now(), "
                    + "status = case when cast(:questions as text) is null then 'working' else 'input_required' end where id = :id and "
                    + OPEN)
                    .param("id", id).param("answers", task.answers().toString())
                    .param("questions", task.questions().isEmpty() ? null : task.questions().toString()).update();
            return true;
        });
    }

    /** Cancels a task unless it has ended. Returns false if the owner has no such task. */
    boolean cancel(String id, String owner) {
        return store.<Boolean, RuntimeException>transact(jdbc -> {
            jdbc.sql("update mcp_task set status = 'cancelled', status_message = null, input_requests = null, updated_at = now() "
                    + "where id = :id and owner = :owner and " + OPEN).param("id", id).param("owner", owner).update();
            return task(jdbc, "owner = :owner", id, owner).isPresent();
        });
    }

    /** Adds questions; open ones stay open. Returns false if this gateway no longer runs the task. */
    boolean ask(String id, ObjectNode questions) {
        return mine(id, "update mcp_task set status = 'input_required', input_requests = :value, updated_at = now()", questions.toString());
    }

    /** Stores the progress as a text for users. */
    void say(String id, String message) {
        mine(id, "update mcp_task set status_message = :value, updated_at = now()", message.replace("\0", ""));
    }

    void complete(String id, ObjectNode result) {
        mine(id, "update mcp_task set status = 'completed', status_message = null, result = :value, input_requests = null, "
                + "updated_at = now()", result.toString());
    }

    /**
     * Stores a failure.
     *
     * @param error JSON-RPC error, {@code {code, message, data?}}
     */
    void fail(String id, ObjectNode error) {
        mine(id, FAIL, error.toString());
    }

    private boolean mine(String id, String update, String value) {
        return store.<Integer, RuntimeException>transact(
                jdbc -> claims.sql(jdbc, update + MINE).param("value", value).param("id", id).update()) == 1;
    }

    /**
     * Renews the leases of running tasks. A task that no longer runs here, but whose outcome could not be stored, fails when its lease
     * ends.
     *
     * @param ids not empty
     * @return the ids of those that this gateway still holds
     */
    List<String> renew(Set<String> ids) {
        return store.<List<String>, RuntimeException>transact(jdbc -> claims.sql(jdbc,
                "update mcp_task set " + Claims.RENEW + " where id in (:ids) and " + Claims.MINE + " and " + OPEN + " returning id")
                .param("ids", ids).query(String.class).list());
    }

    /** Marks tasks with an expired lease as failed, and deletes expired tasks. */
    void sweep() {
        store.<Object, RuntimeException>transact(jdbc -> {
            jdbc.sql(FAIL + " where id in (select id from mcp_task where " + OPEN + " and " + Claims.OVER + " for update skip locked)")
                    .param("value", ABANDONED).update();
            return jdbc.sql("delete from mcp_task where id in (select id from mcp_task where expires_at < now() for update skip locked)")
                    .update();
        });
    }

    /** Marks all running tasks of this gateway as failed. */
    void abandon() {
        store.<Object, RuntimeException>transact(jdbc ->
                claims.sql(jdbc, FAIL + " where " + Claims.MINE + " and " + OPEN).param("value", ABANDONED).update());
    }

    private Task task(ResultSet row) throws SQLException {
        String status = row.getString("status");
        String outcome = row.getString("completed".equals(status) ? "result" : "error");
        return new Task(row.getString("id"), status, row.getString("status_message"), outcome == null ? null : json(outcome),
                object(row.getString("input_requests")), object(row.getString("input_responses")),
                row.getObject("created_at", OffsetDateTime.class).toInstant(),
                row.getObject("updated_at", OffsetDateTime.class).toInstant(),
                Duration.ofMillis(row.getLong("ttl_ms")), Duration.ofMillis(row.getLong("poll_ms")));
    }

    private ObjectNode object(String text) {
        return text == null ? JsonNodeFactory.instance.objectNode() : (ObjectNode) json(text);
    }

    private JsonNode json(String text) {
        try {
            return mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A stored task can't be read", e);
        }
    }

    /** Returns the owner of tasks: the caller, at the gateway or at one MCP instance. An instance's API key is hashed. */
    static String owner(Exchange exchange) {
        String key = exchange.getProperty(McpRequest.API_KEY, String.class);
        String caller = exchange.getProperty(McpRequest.CALLER, String.class);
        return key == null ? atGateway(caller) : "instance " + DigestUtils.sha256Hex(key) + " " + caller;
    }

    private static String atGateway(String caller) {
        return "gateway " + caller;
    }
}

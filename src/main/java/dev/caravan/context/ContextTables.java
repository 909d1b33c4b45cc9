package dev.caravan.context;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.PageRequest;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.rest.Tagged;
import dev.caravan.store.Quota;
import dev.caravan.store.Store;
import dev.caravan.store.UserQuotas;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The REST operations on whole contexts. Owners create, list, change and delete their contexts. Another user's context is not found. */
@Component("contextTables")
public record ContextTables(Store store, ContextData.ContextSizes sizes, UserQuotas quotas, ContextHistory history, ContextMemory memory,
        ContextTurns turns, ContextJson json) {

    private static final int LONGEST_NAME = 200;
    private static final int LONGEST_DESCRIPTION = 10_000;
    private static final int PAGE = 100;
    private static final String WITHOUT_DATA = "id, user_id, description, created_at, updated_at, " + ContextData.State.COLUMNS;
    private static final String WHOLE = WITHOUT_DATA + ", data";
    private static final String RETURNED = "returning " + WHOLE;
    /** Variable of the exchange: whether the context has a new name. */
    private static final String RENAMED = "renamed";

    /** Returns a page of the caller's contexts, without their data. */
    public PageRequest.Part list(RestRequest request) throws RestFailure {
        String user = request.caller();
        PageRequest page = PageRequest.of(request.query(), PAGE);
        return page.part(store.run(jdbc -> jdbc
                .sql("select " + WITHOUT_DATA + " from context_table where user_id = :user order by id offset :skip limit :limit")
                .param("user", user).param("skip", page.skip()).param("limit", page.oneMore()).query(row(false)).list()));
    }

    /** Creates a context. Body: {@code {name, description?, data?}}. The data is any JSON, by default an empty object. */
    public ContextTable create(RestRequest request) throws RestFailure, ContextFailure {
        String user = request.caller();
        JsonNode body = request.body();
        BodyFields fields = fields(body);
        String name = fields.required("name", LONGEST_NAME);
        String description = Optional.ofNullable(fields.text("description", LONGEST_DESCRIPTION)).orElse("");
        JsonNode data = body.has("data") ? body.get("data") : JsonNodeFactory.instance.objectNode();
        return ContextJson.kept(() -> turns.connected(user, () -> store.<ContextTable, ContextFailure>transact(jdbc -> {
            Written made = jdbc.sql(
                    "insert into context_table (user_id, name, description, data) values (:user, :name, :description, cast(:data as jsonb)"
                            + ") "
                            + RETURNED)
                    .param("user", user).param("name", name).param("description", description).param("data", json.write(data))
                    .query(written()).single();
            sizes.check(jdbc, user, 0, made.bytes());
            quotas.check(jdbc, user, Quota.TABLES, ContextFailure::quota);
            return made.table();
        })));
    }

    /** Returns the caller's context with that id, with its data. */
    public ContextTable get(RestRequest request, Exchange exchange) throws ContextFailure, RestFailure {
        String user = request.caller();
        long id = request.id("id");
        return memory.read(exchange, most -> turns.connected(user, () -> store.run(jdbc -> jdbc.sql("select " + WITHOUT_DATA + ", "
                + "case when bytes <= :most then data end as data from context_table where id = :id and user_id = :user")
                .param("most", most).param("id", id).param("user", user).query((row, number) -> {
                    if (row.getLong("bytes") > most) {
                        throw new ContextMemory.TooLarge(row.getLong("bytes"));
                    }
                    return row(true).mapRow(row, number);
                }).optional())).orElseThrow(() -> missing(id)));
    }

    /** Changes the members {@code {name, description, data}} that the body has, if the context is in the {@code version} of the body. */
    public ContextTable update(RestRequest request, Exchange exchange) throws RestFailure, ContextFailure {
        String user = request.caller();
        long id = request.id("id");
        JsonNode body = request.body();
        BodyFields fields = fields(body);
        String name = fields.isGiven("name") ? fields.required("name", LONGEST_NAME) : null;
        String description = fields.has("description") ? Optional.ofNullable(fields.text("description", LONGEST_DESCRIPTION)).orElse("")
                : null;
        String data = body.has("data") ? json.write(body.get("data")) : null;
        ContextData.Expected expected = ContextData.Expected.of(request, fields);
        return ContextJson.kept(() -> turns.change(user, id, () -> memory.read(exchange, most -> turns.connected(user, () ->
                store.<ContextTable, ContextFailure>transact(jdbc -> {
                    ContextData.State before = ContextData.State.of(jdbc, ContextData.LOCK, user, id);
                    expected.check(before);
                    exchange.setVariable(RENAMED, name != null && !name.equals(before.name()));
                    long answered = data == null ? before.bytes() : data.length();
                    if (answered > most) {
                        throw new ContextMemory.TooLarge(answered);
                    }
                    boolean replaced = data != null
                            && history.recordReplacement(jdbc, user, id, ContextData.Origin.overRest("replace", user), data);
                    Written changed = write(jdbc, id, name, description, replaced ? data : null);
                    sizes.check(jdbc, user, before.bytes(), changed.bytes());
                    return changed.table();
                })))));
    }

    /** Writes what is not null and differs. */
    private Written write(JdbcClient jdbc, long id, String name, String description, String data) {
        var update = jdbc.sql("update context_table set name = coalesce(:name, name), description = coalesce(:description, description), "
                + (data == null ? "" : "data = cast(:data as jsonb), version = version + 1, ") + "updated_at = now() where id = :id"
                + (data == null ? " and (name, description) is distinct from (coalesce(:name, name), coalesce(:description, description)) "
                : " ") + RETURNED).param("name", name).param("description", description).param("id", id);
        return (data == null ? update : update.param("data", data)).query(written()).optional()
                .orElseGet(() -> jdbc.sql("select " + WHOLE + " from context_table where id = :id").param("id", id).query(written())
                        .single());
    }

    /** Deletes a context with its tools and their bindings. */
    public void delete(RestRequest request) throws ContextFailure, RestFailure {
        String user = request.caller();
        long id = request.id("id");
        ContextData.Expected expected = ContextData.Expected.of(request, BodyFields.of(request.body(), "version"));
        turns.change(user, id, () -> turns.connected(user, () -> store.<Object, ContextFailure>transact(jdbc -> {
            expected.check(ContextData.State.of(jdbc, " for update", user, id));
            return jdbc.sql("delete from context_table where id = :id").param("id", id).update();
        })));
    }

    private static BodyFields fields(JsonNode body) throws RestFailure {
        return BodyFields.of(body, "name", "description", "data", "version");
    }

    private static ContextFailure missing(long id) {
        return ContextFailure.Kind.MISSING.of("context.noTable", id);
    }

    /** @param bytes size of its JSON */
    private record Written(ContextTable table, long bytes) {
    }

    private RowMapper<Written> written() {
        return (row, number) -> new Written(row(true).mapRow(row, number), row.getLong("bytes"));
    }

    private RowMapper<ContextTable> row(boolean withData) {
        return (row, number) -> new ContextTable(row.getLong("id"), row.getString("user_id"), row.getString("name"),
                row.getString("description"),
                withData ? json.read(row.getString("data")) : null, row.getLong("version"), time(row, "created_at"),
                time(row, "updated_at"), row.getString("tag"));
    }

    private static Instant time(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    /**
     * A JSON document that tools can be bound to.
     *
     * @param data    null in lists, which do not read it
     * @param version number of changes of the data
     */
    @JsonNaming(SnakeCaseStrategy.class)
    public record ContextTable(long id, String userId, String name, String description,
            @JsonInclude(JsonInclude.Include.NON_NULL) JsonNode data, long version, Instant createdAt, Instant updatedAt,
            @JsonIgnore String tag) implements Tagged {
    }
}

package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ToolRights;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.PageRequest;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.rest.Tagged;
import dev.caravan.security.Admission;
import dev.caravan.security.ApiKey;
import dev.caravan.security.Caller;
import dev.caravan.security.Reach;
import dev.caravan.store.Quota;
import dev.caravan.store.Store;
import dev.caravan.store.UserQuotas;
import java.sql.Types;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.Exchange;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * The REST operations on MCP instances. Owners create, list, change and delete their instances and replace the keys. Another user's
 * instance is not found, even with its key.
 */
@Component("catalogueInstances")
public record InstanceOperations(Store store, Bindings bindings, UserQuotas quotas, InstanceCache.CatalogueProperties settings,
        Admission admission) {

    private static final int PAGE = 100;
    private static final int LONGEST_NAME = 200;
    private static final String LOCK = " for no key update";
    private static final String COLUMNS = "id, created_at, updated_at, user_id, name, api_key, key_hint, key_hash, status, mode, "
            + "cast(xmin as text) as tag";
    private static final RowMapper<InstanceRecord> ROWS = (row, number) -> new InstanceRecord(row.getLong("id"),
            ToolRows.time(row, "created_at"),
            ToolRows.time(row, "updated_at"), row.getString("user_id"), row.getString("name"), row.getString("api_key"),
            row.getString("key_hint"),
            row.getString("api_key") == null, row.getBoolean("status"), row.getString("mode"), row.getString("key_hash"),
            row.getString("tag"));

    /** Returns a page of the caller's instances. */
    public Object list(RestRequest request) throws RestFailure {
        String user = request.caller();
        PageRequest page = PageRequest.of(request.query(), PAGE);
        return page.part(
                store.run(jdbc -> jdbc.sql("select " + COLUMNS + " from mcp_v2 where user_id = :user order by id offset :skip limit :limit")
                .param("user", user).param("skip", page.skip()).param("limit", page.oneMore()).query(ROWS).list()));
    }

    /**
     * Creates an instance. Body: {@code {name?, hashed?, mode?}}. The answer has the full key; for a hashed key it is the only answer that
     * does.
     */
    public Object create(RestRequest request) throws RestFailure {
        BodyFields fields = BodyFields.of(request.body(), "name", "hashed", "mode");
        return create(request, fields, (jdbc, instance) -> instance);
    }

    /**
     * Creates an instance with its bindings, all or nothing. Body: {@code {name?, hashed?, mode?, bindings:[{tool_id or tool, status?}]}}.
     */
    public Object createWithBindings(RestRequest request, Exchange exchange) throws RestFailure {
        BodyFields fields = BodyFields.of(request.body(), "name", "hashed", "mode", "bindings");
        List<Bindings.Wish> wishes = Bindings.wishes(fields);
        bindings.check(wishes, exchange);
        return create(request, fields, (jdbc, instance) -> {
            bindings.bind(jdbc, request.caller(), instance.id(), Text.of("bindings.new"), wishes);
            Map<String, Object> made = new LinkedHashMap<>();
            made.put("id", instance.id());
            made.put("api_key", instance.apiKey());
            made.put("tool_ids", wishes.stream().map(Bindings.Wish::toolId).filter(Objects::nonNull).toList());
            List<String> tools = wishes.stream().map(Bindings.Wish::tool).filter(Objects::nonNull).toList();
            if (!tools.isEmpty()) {
                made.put("tools", tools);
            }
            return made;
        });
    }

    /** Work on an instance in a transaction. */
    private interface Work {
        Object on(JdbcClient jdbc, InstanceRecord instance) throws RestFailure;
    }

    private Object create(RestRequest request, BodyFields fields, Work work) throws RestFailure {
        String name = name(fields);
        boolean hashed = fields.flag("hashed", settings.hashedKeys());
        String mode = mode(fields);
        return store.<Object, RestFailure>transact(jdbc -> {
            Object answer = work.on(jdbc, insert(jdbc, request.caller(), name, hashed, mode));
            quotas.check(jdbc, request.caller(), Quota.INSTANCES, RestFailure::forbidden);
            return answer;
        });
    }

    /** Changes the caller's instance with the key in the address, alone and in the version that the request expects. */
    private Object withKey(RestRequest request, Work work) throws RestFailure {
        String apiKey = request.at("api_key");
        return store.<Object, RestFailure>transact(jdbc -> {
            InstanceRecord instance = own(jdbc, request.caller(), apiKey, LOCK);
            request.expect(instance);
            return work.on(jdbc, instance);
        });
    }

    /** Returns the caller's instance with that key. */
    public Object get(RestRequest request) throws RestFailure {
        String apiKey = request.at("api_key");
        return store.<Object, RestFailure>transact(jdbc -> own(jdbc, request.caller(), apiKey, ""));
    }

    /**
     * Changes the members {@code {name, status, mode}} that the body has. Status false disables the instance; mode null means the gateway's
     * setting.
     */
    public Object update(RestRequest request) throws RestFailure {
        BodyFields fields = BodyFields.of(request.body(), "name", "status", "mode", "api_key", "key_hint", "hashed");
        String name = fields.isGiven("name") ? fields.required("name", LONGEST_NAME) : null;
        Boolean status = fields.isGiven("status") ? fields.flag("status", true) : null;
        String mode = mode(fields);
        return withKey(request, (jdbc, instance) -> jdbc.sql("update mcp_v2 set name = :name, status = :status, mode = :mode, "
                + "updated_at = now() where id = :id and (name, status, mode) is distinct from (:name, :status, :mode) returning "
                + COLUMNS)
                .param("name", name == null ? instance.name() : name).param("status", status == null ? instance.status() : status)
                .param("mode", fields.has("mode") ? mode : instance.mode(), Types.VARCHAR)
                .param("id", instance.id()).query(ROWS).optional().orElse(instance));
    }

    /** Deletes an instance with its bindings. */
    public void delete(RestRequest request) throws RestFailure {
        withKey(request, (jdbc, instance) -> jdbc.sql("delete from mcp_v2 where id = :id").param("id", instance.id()).update());
    }

    /** Replaces the key and returns the new one. The old key stops working at once. */
    public Object rotate(RestRequest request) throws RestFailure {
        return withKey(request, InstanceOperations::rotate);
    }

    /** Replaces the key of the instance with that id, for an owner who has lost the key. */
    public Object rotateById(RestRequest request) throws RestFailure {
        long id = request.id("mcp_id");
        return store.<Object, RestFailure>transact(jdbc -> {
            InstanceRecord instance = ownById(jdbc, request.caller(), id, LOCK);
            request.expect(instance);
            return rotate(jdbc, instance);
        });
    }

    /** Binds tools, all or nothing. Body: {@code {bindings:[{tool_id or tool, status?}]}}. An existing binding gets the new status. */
    public void bind(RestRequest request, Exchange exchange) throws RestFailure {
        List<Bindings.Wish> wishes = Bindings.wishes(BodyFields.of(request.body(), "bindings"));
        bindings.check(wishes, exchange);
        withKey(request, (jdbc, instance) -> {
            bindings.bind(jdbc, request.caller(), instance.id(), Text.of("bindings.of", instance.id()), wishes);
            return null;
        });
    }

    /** Enables or disables a binding. Body: {@code {status}}. */
    public void setBinding(RestRequest request) throws RestFailure {
        BodyFields fields = BodyFields.of(request.body(), "status");
        if (fields.json("status") == null) {
            throw RestError.VALIDATION.of("rest.field.flagNeeded", "status");
        }
        Bindings.Wish wish = Bindings.Wish.at(request, fields.flag("status", true));
        withKey(request, (jdbc, instance) -> {
            bindings.set(jdbc, instance.id(), wish);
            return null;
        });
    }

    /** Removes a binding. */
    public void unbind(RestRequest request) throws RestFailure {
        Bindings.Wish wish = Bindings.Wish.at(request, false);
        withKey(request, (jdbc, instance) -> {
            bindings.unbind(jdbc, instance.id(), wish);
            return null;
        });
    }

    /** Lists the tools of an enabled instance, for everybody who has its key. */
    public Object tools(RestRequest request, Exchange exchange) throws RestFailure {
        String apiKey = request.at("api_key");
        boolean withDisabled = withDisabled(request.query());
        return store.<Object, RestFailure>transact(jdbc -> {
            InstanceRecord instance = find(jdbc, apiKey, "").filter(InstanceRecord::status)
                    .orElseThrow(() -> RestError.NO_SUCH_INSTANCE.of("instance.missing"));
            Reach reach = admission.reachAtInstance(exchange.getProperty(Caller.PROPERTY, Caller.class), instance.userId());
            return bindings.tools(jdbc, instance.id(), withDisabled, tool -> reach.includes(tool) && reach.hasScopes(tool.tags()));
        });
    }

    /** Lists the tools of the caller's instance with that id, with disabled ones if {@code include_disabled} is true. */
    public Object toolsById(RestRequest request, Exchange exchange) throws RestFailure {
        long id = request.id("mcp_id");
        boolean withDisabled = withDisabled(request.query());
        return store.<Object, RestFailure>transact(jdbc -> bindings.tools(jdbc, ownById(jdbc, request.caller(), id, "").id(), withDisabled,
                ToolRights.of(exchange)::see));
    }

    private static boolean withDisabled(Map<String, String> query) throws RestFailure {
        return switch (query.getOrDefault("include_disabled", "false")) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw RestError.VALIDATION.of("rest.field.flag", "include_disabled");
        };
    }

    private static String name(BodyFields fields) throws RestFailure {
        return Optional.ofNullable(fields.text("name", LONGEST_NAME)).filter(name -> !name.isBlank()).map(String::strip)
                .orElse("MCP instance");
    }

    private static String mode(BodyFields fields) throws RestFailure {
        String mode = fields.text("mode", LONGEST_NAME);
        if (mode != null && !mode.equals("all") && !mode.equals("discover")) {
            throw RestError.VALIDATION.of("instance.mode");
        }
        return mode;
    }

    private static InstanceRecord insert(JdbcClient jdbc, String user, String name, boolean hashed, String mode) {
        ApiKey key = ApiKey.random();
        return jdbc.sql(
                "insert into mcp_v2 (user_id, name, api_key, key_hash, key_hint, mode) values (:user, :name, :key, :hash, :hint, :mode) "
                        + "returning "
                        + COLUMNS)
                .param("user", user).param("name", name).param("key", hashed ? null : key.text()).param("hash", key.hash())
                .param("hint", key.hint())
                .param("mode", mode, Types.VARCHAR).query(ROWS).single().withKey(key);
    }

    private static InstanceRecord rotate(JdbcClient jdbc, InstanceRecord instance) {
        ApiKey key = ApiKey.random();
        return jdbc.sql(
                "update mcp_v2 set api_key = :key, key_hash = :hash, key_hint = :hint, updated_at = now() where id = :id returning "
                        + COLUMNS)
                .param("key", instance.hashed() ? null : key.text()).param("hash", key.hash()).param("hint", key.hint())
                .param("id", instance.id()).query(ROWS).single().withKey(key);
    }

    private static Optional<InstanceRecord> find(JdbcClient jdbc, String apiKey, String lock) {
        ApiKey key = new ApiKey(apiKey);
        return jdbc.sql("select " + COLUMNS + " from mcp_v2 where key_hash = :hash" + lock).param("hash", key.hash()).query(ROWS).optional()
                .filter(instance -> key.hasHash(instance.keyHash()));
    }

    private static InstanceRecord own(JdbcClient jdbc, String user, String apiKey, String lock) throws RestFailure {
        return find(jdbc, apiKey, lock).filter(instance -> instance.userId().equals(user))
                .orElseThrow(() -> RestError.NO_SUCH_INSTANCE.of("instance.notYours"));
    }

    private static InstanceRecord ownById(JdbcClient jdbc, String user, long id, String lock) throws RestFailure {
        return jdbc.sql("select " + COLUMNS + " from mcp_v2 where id = :id and user_id = :user" + lock).param("id", id).param("user", user)
                .query(ROWS).optional().orElseThrow(() -> RestError.NOT_FOUND.of("instance.noId", id));
    }

    /**
     * An MCP instance as its owner sees it.
     *
     * @param apiKey the key; null if the store has only its hash
     * @param mode   what its tools/list shows: all, discover, or null for the setting of the gateway
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record InstanceRecord(long id, Instant createdAt, Instant updatedAt, String userId, String name, String apiKey, String keyHint,
            boolean hashed, boolean status, String mode, @JsonIgnore String keyHash, @JsonIgnore String tag) implements Tagged {

        InstanceRecord withKey(ApiKey key) {
            return new InstanceRecord(id, createdAt, updatedAt, userId, name, key.text(), keyHint, hashed, status, mode, keyHash, tag);
        }
    }
}

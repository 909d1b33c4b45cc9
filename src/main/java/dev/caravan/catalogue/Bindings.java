package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.call.tool.Tool;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.call.tool.ToolSpec;
import dev.caravan.envelope.Text;
import dev.caravan.mcp.ToolRights;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.Right;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which tools an MCP instance has, and which of them are enabled. The database keeps tool names unique in an instance, under concurrent
 * writes too.
 */
@Component
record Bindings(ToolRows rows, ToolRegistry gateways, Admission admission) {

    private static final int MOST = 1_000;
    private static final int LONGEST_NAME = 64;
    /** The type of a tool of the gateway. */
    private static final String GATEWAY = "gateway";

    /**
     * A binding that a request asks for.
     *
     * @param toolId id of a tool of the user; null for a tool of the gateway
     * @param tool   name of a tool of the gateway; null for a tool of the user
     */
    record Wish(Long toolId, String tool, boolean status) {

        private static final Pattern DIGITS = Pattern.compile("\\d+");

        static Wish of(JsonNode item) throws RestFailure {
            BodyFields wish = BodyFields.of(item, "tool_id", "tool", "status");
            if (wish.isGiven("tool") == wish.isGiven("tool_id")) {
                throw RestError.VALIDATION.of("bindings.one");
            }
            boolean status = wish.flag("status", true);
            return wish.isGiven("tool") ? new Wish(null, wish.required("tool", LONGEST_NAME), status)
                    : new Wish(wish.id("tool_id"), null, status);
        }

        /** Returns the tool that an address names, by its id or by its name at the gateway. */
        static Wish at(RestRequest request, boolean status) throws RestFailure {
            String tool = request.at("tool_id");
            return DIGITS.matcher(tool).matches() ? new Wish(request.id("tool_id"), null, status) : new Wish(null, tool, status);
        }

        private Object key() {
            return toolId == null ? tool : toolId;
        }
    }

    /** Reads the member {@code bindings} of a body. */
    static List<Wish> wishes(BodyFields fields) throws RestFailure {
        JsonNode list = fields.json("bindings");
        if (list == null || !list.isArray() || list.isEmpty() || list.size() > MOST) {
            throw RestError.VALIDATION.of("bindings.list", MOST);
        }
        List<Wish> wishes = new ArrayList<>();
        Set<Object> keys = new HashSet<>();
        for (JsonNode item : list) {
            Wish wish = Wish.of(item);
            wishes.add(wish);
            if (!keys.add(wish.key())) {
                throw RestError.VALIDATION.of("bindings.twice", wish.key());
            }
        }
        return wishes;
    }

    /**
     * Checks that the caller may call the tools of the gateway that it binds.
     *
     * @throws RestFailure NOT_FOUND if a tool doesn't exist for the caller, FORBIDDEN without the scope of calls
     */
    void check(List<Wish> wishes, Exchange exchange) throws RestFailure {
        for (Wish wish : wishes) {
            if (wish.tool() == null) {
                continue;
            }
            if (Wish.DIGITS.matcher(wish.tool()).matches() || !gateways.find(wish.tool())
                    .filter(tool -> !tool.spec().discovery() && ToolRights.of(exchange).see(tool.spec())).isPresent()) {
                throw RestError.NOT_FOUND.of("catalogue.noTool", wish.tool());
            }
            if (!admission.has(exchange.getProperty(Caller.PROPERTY, Caller.class), Right.CALL)) {
                throw RestError.FORBIDDEN.of("bindings.forbidden");
            }
        }
    }

    /**
     * Binds tools to an instance that the transaction has locked. Locks the tools in the order of their ids, so that concurrent writers
     * cannot deadlock.
     *
     * @param within what to call the instance in a refusal
     */
    void bind(JdbcClient jdbc, String user, long instance, Text within, List<Wish> wishes) throws RestFailure {
        for (Wish wish : wishes.stream().filter(wish -> wish.tool() != null).toList()) {
            if (jdbc.sql("insert into mcp_binding (user_id, mcp_id, tool_name, status) values (:user, :mcp, :name, :status) on conflict on "
                    + "constraint mcp_binding_name do update set status = excluded.status where mcp_binding.tool_id is null "
                    + "and mcp_binding.status <> excluded.status")
                    .param("user", user).param("mcp", instance).param("name", wish.tool()).param("status", wish.status()).update() == 0
                    && jdbc.sql("select id from mcp_binding where mcp_id = :mcp and tool_name = :name and tool_id is null")
                            .param("mcp", instance).param("name", wish.tool()).query(Long.class).optional().isEmpty()) {
                throw conflict(within, wish.tool());
            }
        }
        for (Wish wish : wishes.stream().filter(wish -> wish.tool() == null).sorted(Comparator.comparing(Wish::toolId)).toList()) {
            // the lock keeps others from renaming the tool between this query and the foreign key's check
            String name = jdbc.sql("select name from tool where id = :tool and user_id = :user for key share")
                    .param("tool", wish.toolId()).param("user", user).query(String.class).optional()
                    .orElseThrow(() -> RestError.NOT_FOUND.of("catalogue.noTool", wish.toolId()));
            try {
                jdbc.sql(
                        "insert into mcp_binding (user_id, mcp_id, tool_id, tool_name, status) values (:user, :mcp, :tool, :name, :status) "
                        + "on conflict (mcp_id, tool_id) do update set status = excluded.status "
                        + "where mcp_binding.status <> excluded.status")
                        .param("user", user).param("mcp", instance).param("tool", wish.toolId()).param("name", name)
                        .param("status", wish.status()).update();
            } catch (DuplicateKeyException e) {
                throw conflict(within, name);
            }
        }
    }

    private static RestFailure conflict(Text within, String name) {
        return RestError.CONFLICT.of("bindings.conflict", within, name);
    }

    void set(JdbcClient jdbc, long instance, Wish wish) throws RestFailure {
        changed(jdbc, "update mcp_binding set status = :status", " and status <> :status", instance, wish);
    }

    /** @param wish its status is ignored */
    void unbind(JdbcClient jdbc, long instance, Wish wish) throws RestFailure {
        changed(jdbc, "delete from mcp_binding", "", instance, wish);
    }

    private static void changed(JdbcClient jdbc, String change, String unless, long instance, Wish wish) throws RestFailure {
        String own = " where mcp_id = :mcp and " + (wish.tool() == null ? "tool_id = :tool" : "tool_id is null and tool_name = :tool");
        if (jdbc.sql("with changed as (" + change + own + unless + ") select count(*) from mcp_binding" + own)
                .param("status", wish.status()).param("mcp", instance).param("tool", wish.key()).query(Long.class).single() == 0) {
            throw RestError.NOT_FOUND.of("bindings.missing", wish.key());
        }
    }

    /** Returns the tools of an instance. @param seen which tools of the gateway the caller may see */
    List<BoundToolRecord> tools(JdbcClient jdbc, long instance, boolean withDisabled, Predicate<ToolSpec> seen) {
        List<BoundToolRecord> tools = new ArrayList<>(jdbc.sql("select " + ToolRows.COLUMNS
                + ", b.id as binding_id, b.status as binding_status from mcp_binding b join tool t on t.id = b.tool_id "
                + "where b.mcp_id = :mcp and (b.status or :disabled) order by b.tool_name")
                .param("mcp", instance).param("disabled", withDisabled)
                .query((row, number) -> BoundToolRecord.of(rows.mapRow(row, number), row.getLong("binding_id"),
                        row.getBoolean("binding_status")))
                .list());
        jdbc.sql("select id, tool_name, status, created_at, user_id from mcp_binding where mcp_id = :mcp and tool_id is null "
                + "and (status or :disabled)").param("mcp", instance).param("disabled", withDisabled).query(row -> {
                    ToolSpec spec = gateways.find(row.getString("tool_name")).map(Tool::spec).orElse(null);
                    if (spec == null || seen.test(spec)) {
                        tools.add(ofGateway(row, spec));
                    }
                });
        tools.sort(Comparator.comparing(BoundToolRecord::name));
        return tools;
    }

    /** @param spec null if the gateway does not have the tool now */
    private static BoundToolRecord ofGateway(ResultSet row, ToolSpec spec) throws SQLException {
        JsonNode definition = spec == null ? JsonNodeFactory.instance.objectNode() : spec.definition();
        return new BoundToolRecord(null, row.getLong("id"), row.getBoolean("status"), ToolRows.time(row, "created_at"),
                row.getString("user_id"), row.getString("tool_name"), GATEWAY, null, null, definition.path("title").textValue(),
                definition.path("description").asText("The gateway does not have this tool now"), definition.get("inputSchema"),
                definition.get("outputSchema"), null);
    }

    /** A tool together with its binding to an MCP instance. A tool of the gateway has no id and no context. */
    @JsonNaming(SnakeCaseStrategy.class)
    record BoundToolRecord(Long toolId, long bindingId, boolean bindingStatus, Instant createdAt, String userId, String name, String type,
            Long tableId, String jsonPath, String alias, String description, JsonNode inputSchema, JsonNode outputSchema,
            JsonNode metadata) {

        static BoundToolRecord of(ToolRows.ToolRecord tool, long bindingId, boolean bindingStatus) {
            return new BoundToolRecord(tool.id(), bindingId, bindingStatus, tool.createdAt(), tool.userId(), tool.name(), tool.type(),
                    tool.tableId(),
                    tool.jsonPath(), tool.alias(), tool.description(), tool.inputSchema(), tool.outputSchema(), tool.metadata());
        }
    }
}

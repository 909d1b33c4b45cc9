package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import dev.caravan.rest.BodyFields;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/**
 * Which tools an MCP instance has, and which of them are enabled. The database keeps tool names unique in an instance, under concurrent
 * writes too.
 */
@Component
record Bindings(ToolRows rows) {

    private static final int MOST = 1_000;

    /** A binding that a request asks for. */
    record Wish(long toolId, boolean status) {
    }

    /** Reads the member {@code bindings} of a body. */
    static List<Wish> wishes(BodyFields fields) throws RestFailure {
        JsonNode list = fields.json("bindings");
        if (list == null || !list.isArray() || list.isEmpty() || list.size() > MOST) {
            throw RestFailure.invalid("bindings: must be a list of 1 to " + MOST + " objects {tool_id, status}");
        }
        List<Wish> wishes = new ArrayList<>();
        Set<Long> ids = new HashSet<>();
        for (JsonNode item : list) {
            BodyFields wish = BodyFields.of(item, "tool_id", "status");
            wishes.add(new Wish(wish.id("tool_id"), wish.flag("status", true)));
            if (!ids.add(wish.id("tool_id"))) {
                throw RestFailure.invalid("bindings: tool_id " + wish.id("tool_id") + " occurs twice; name each tool once");
            }
        }
        return wishes;
    }

    /**
     * Binds tools to an instance. Locks the instance, then its tools in the order of their ids, so that concurrent writers cannot deadlock.
     */
    void bind(JdbcClient jdbc, String user, long instance, List<Wish> wishes) throws RestFailure {
        jdbc.sql("select id from mcp_v2 where id = :mcp for no key update").param("mcp", instance).query(Long.class).optional();
        for (Wish wish : wishes.stream().sorted(Comparator.comparingLong(Wish::toolId)).toList()) {
            // the lock keeps others from renaming the tool between this query and the foreign key's check
            String name = jdbc.sql("select name from tool where id = :tool and user_id = :user for key share")
                    .param("tool", wish.toolId()).param("user", user).query(String.class).optional()
                    .orElseThrow(() -> RestFailure.notFound("Tool not found: " + wish.toolId()));
            try {
                jdbc.sql(
                        "insert into mcp_binding (user_id, mcp_id, tool_id, tool_name, status) values (:user, :mcp, :tool, :name, :status) "
                        + "on conflict (mcp_id, tool_id) do update set status = excluded.status")
                        .param("user", user).param("mcp", instance).param("tool", wish.toolId()).param("name", name)
                        .param("status", wish.status()).update();
            } catch (DuplicateKeyException e) {
                throw new RestFailure(RestError.CONFLICT,
                        "Tool name conflict within MCP instance mcp_id=" + instance + ": it has another tool with name '" + name + "'");
            }
        }
    }

    void set(JdbcClient jdbc, long instance, long tool, boolean status) throws RestFailure {
        changed(jdbc.sql("update mcp_binding set status = :status where mcp_id = :mcp and tool_id = :tool")
                .param("status", status).param("mcp", instance).param("tool", tool).update(), tool);
    }

    void unbind(JdbcClient jdbc, long instance, long tool) throws RestFailure {
        changed(jdbc.sql("delete from mcp_binding where mcp_id = :mcp and tool_id = :tool")
                .param("mcp", instance).param("tool", tool).update(), tool);
    }

    private static void changed(int count, long tool) throws RestFailure {
        if (count == 0) {
            throw RestFailure.notFound("Binding not found: tool " + tool);
        }
    }

    List<BoundToolRecord> tools(JdbcClient jdbc, long instance, boolean withDisabled) {
        return jdbc.sql("select " + ToolRows.COLUMNS + ", b.id as binding_id, b.status as binding_status from mcp_binding b "
                + "join tool t on t.id = b.tool_id where b.mcp_id = :mcp and (b.status or :disabled) order by b.tool_name")
                .param("mcp", instance).param("disabled", withDisabled)
                .query((row, number) -> BoundToolRecord.of(rows.mapRow(row, number), row.getLong("binding_id"),
                        row.getBoolean("binding_status")))
                .list();
    }

    /** A tool together with its binding to an MCP instance. */
    @JsonNaming(SnakeCaseStrategy.class)
    record BoundToolRecord(long toolId, long bindingId, boolean bindingStatus, Instant createdAt, String userId, String name, String type,
            long tableId, String jsonPath, String alias, String description, JsonNode inputSchema, JsonNode outputSchema,
            JsonNode metadata) {

        static BoundToolRecord of(ToolRows.ToolRecord tool, long bindingId, boolean bindingStatus) {
            return new BoundToolRecord(tool.id(), bindingId, bindingStatus, tool.createdAt(), tool.userId(), tool.name(), tool.type(),
                    tool.tableId(),
                    tool.jsonPath(), tool.alias(), tool.description(), tool.inputSchema(), tool.outputSchema(), tool.metadata());
        }
    }
}

package dev.caravan.catalogue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.call.tool.ToolRegistry;
import dev.caravan.observe.Families;
import dev.caravan.observe.Family;
import dev.caravan.rest.PageRequest;
import dev.caravan.rest.RestError;
import dev.caravan.rest.RestFailure;
import dev.caravan.rest.RestRequest;
import dev.caravan.store.Quota;
import dev.caravan.store.Store;
import dev.caravan.store.UserQuotas;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The REST operations on tools. Owners create, list, change and delete their tools. Another user's tool is not found. */
@Component("catalogueTools")
public record Tools(Store store, ToolTypes types, ToolRows rows, IndexTasks tasks, UserQuotas quotas, Families families,
        ToolRegistry gateways) {

    private static final int PAGE = 100;
    private static final int PAGE_OF_TABLE = 1_000;
    /** Whether an update changes anything. Clients of instances are told of every one. */
    private static final String CHANGES = "(t.table_id, t.json_path, t.type, t.name, t.alias, t.description, cast(t.input_schema as text), "
            + "cast(t.output_schema as text), cast(t.metadata as text)) is distinct from (:table, :path, :type, :name, "
            + "cast(:alias as text), "
            + "coalesce(:description, t.description), cast(:input as text), cast(:output as text), cast(:metadata as text))";

    /** Returns a page of the caller's tools. */
    public Object list(RestRequest request) throws RestFailure {
        String user = request.caller();
        PageRequest page = PageRequest.of(request.query(), PAGE);
        return page.part(store.run(jdbc -> jdbc
                .sql("select " + ToolRows.COLUMNS + " from tool t where t.user_id = :user order by t.id offset :skip limit :limit")
                .param("user", user).param("skip", page.skip()).param("limit", page.oneMore()).query(rows).list()));
    }

    /** Returns a page of the tools on one of the caller's contexts. */
    public Object listOfTable(RestRequest request) throws RestFailure {
        String user = request.caller();
        long table = request.id("table_id");
        PageRequest page = PageRequest.of(request.query(), PAGE_OF_TABLE);
        return store.<Object, RestFailure>transact(jdbc -> {
            needTable(jdbc, user, table);
            return page.part(jdbc.sql("select " + ToolRows.COLUMNS + " from tool t where t.table_id = :table and t.user_id = :user "
                    + "order by t.id offset :skip limit :limit")
                    .param("table", table).param("user", user).param("skip", page.skip()).param("limit", page.oneMore()).query(rows)
                    .list());
        });
    }

    /**
     * Creates a tool. Body: {@code {table_id, json_path?, type, name, alias?, description?, input_schema?, output_schema?, metadata?}}. The
     * index of a search tool is built in the background.
     */
    public Object create(RestRequest request) throws RestFailure {
        ToolRows.ToolRecord tool = draft(request);
        if (ToolTypes.SEARCH.equals(tool.type()) && !families.isOn(Family.GRAPH)) {
            throw RestError.UNAVAILABLE.of("catalogue.searchOff");
        }
        return store.<ToolRows.ToolRecord, RestFailure>transact(jdbc -> {
            ToolRows.ToolRecord made = indexed(jdbc, insert(jdbc, tool));
            quotas.check(jdbc, made.userId(), Quota.TOOLS, RestFailure::forbidden);
            return made;
        });
    }

    /** Opens the index task of a search tool. */
    private ToolRows.ToolRecord indexed(JdbcClient jdbc, ToolRows.ToolRecord tool) throws RestFailure {
        if (!ToolTypes.SEARCH.equals(tool.type())) {
            return tool;
        }
        tasks.openFirst(jdbc, tool.id());
        return find(jdbc, tool.userId(), tool.id(), "");
    }

    private ToolRows.ToolRecord draft(RestRequest request) throws RestFailure {
        ToolFields fields = new ToolFields(request.body(), types, gateways.discovery().keySet());
        return new ToolRows.ToolRecord(0, Instant.EPOCH, Instant.EPOCH, request.caller(), fields.tableId(), fields.jsonPath(),
                fields.type().word(), fields.name(),
                fields.alias(), fields.description(), fields.inputSchema(), fields.outputSchema(), fields.metadata(), "");
    }

    private ToolRows.ToolRecord insert(JdbcClient jdbc, ToolRows.ToolRecord tool) throws RestFailure {
        needTable(jdbc, tool.userId(), tool.tableId());
        return parameters(jdbc
                .sql("insert into tool as t (user_id, table_id, json_path, type, name, alias, description, input_schema, output_schema, "
                        + "metadata) values (:user, :table, :path, :type, :name, :alias, :description, cast(:input as json), cast(:output "
                        + "as json), "
                + "cast(:metadata as json)) returning " + ToolRows.COLUMNS), tool, stored(tool))
                .param("user", tool.userId()).query(rows).single();
    }

    /** Returns the description to store; empty if the owner gave none. {@link ToolRows} then describes the tool by its type. */
    private static String stored(ToolRows.ToolRecord tool) {
        return tool.description() == null ? "" : tool.description();
    }

    /** Creates a search tool. */
    public Object createSearch(RestRequest request) throws RestFailure {
        JsonNode type = request.body().path("type");
        if (!type.isMissingNode() && !ToolTypes.SEARCH.equals(type.textValue())) {
            throw RestError.VALIDATION.of("catalogue.onlySearch");
        }
        if (request.body() instanceof ObjectNode body) {
            body.put("type", ToolTypes.SEARCH);
        }
        return create(request);
    }

    /** Returns the caller's tool with that id. */
    public Object get(RestRequest request) throws RestFailure {
        long id = request.id("id");
        return store.<ToolRows.ToolRecord, RestFailure>transact(jdbc -> find(jdbc, request.caller(), id, ""));
    }

    /** Changes the members that the body has. Fails if another tool in one of the tool's MCP instances already has the new name. */
    public Object update(RestRequest request) throws RestFailure {
        String user = request.caller();
        long id = request.id("id");
        ToolFields fields = new ToolFields(request.body(), types, gateways.discovery().keySet());
        try {
            return store.<ToolRows.ToolRecord, RestFailure>transact(jdbc -> {
                ToolRows.ToolRecord before = find(jdbc, user, id, " for update");
                request.expect(before);
                ToolRows.ToolRecord tool = changed(before, fields);
                needTable(jdbc, user, tool.tableId());
                // a client that sends back what it read may send a generated description
                String description = tool.description() != null && tool.description().equals(before.description()) ? null : stored(tool);
                return indexed(jdbc, parameters(
                        jdbc.sql("update tool t set table_id = :table, json_path = :path, type = :type, name = :name, alias = :alias, "
                                + "description = coalesce(:description, t.description), input_schema = cast(:input as json), "
                                + "output_schema = cast(:output as json), "
                                + "metadata = cast(:metadata as json), updated_at = now() where t.id = :id and " + CHANGES + " returning "
                                + ToolRows.COLUMNS),
                        tool, description)
                        .param("id", tool.id()).query(rows).optional().orElse(before));
            });
        } catch (DuplicateKeyException e) {
            throw conflict(id, fields.name());
        }
    }

    /** Notifies the instances of tools whose generated descriptions name that context, after the context was renamed. */
    public void describeAnew(long table) {
        store.run(jdbc -> jdbc.sql("update tool set description = description where table_id = :table and description = ''")
                .param("table", table).update());
    }

    /** Deletes a tool and its bindings. */
    public void delete(RestRequest request) throws RestFailure {
        long id = request.id("id");
        store.<Object, RestFailure>transact(jdbc -> {
            request.expect(find(jdbc, request.caller(), id, " for update"));
            return jdbc.sql("delete from tool where id = :id").param("id", id).update();
        });
    }

    private RestFailure conflict(long id, String name) {
        List<Long> instances = store.run(jdbc -> jdbc.sql("select distinct taken.mcp_id from mcp_binding taken "
                + "join mcp_binding own on own.mcp_id = taken.mcp_id where own.tool_id = :id and taken.tool_id is distinct from :id "
                + "and taken.tool_name = :name order by 1")
                .param("id", id).param("name", name).query(Long.class).list());
        return RestError.CONFLICT.of("catalogue.taken", name,
                instances.stream().map(instance -> "mcp_id=" + instance).collect(Collectors.joining(", ")));
    }

    private static ToolRows.ToolRecord changed(ToolRows.ToolRecord tool, ToolFields fields) throws RestFailure {
        return new ToolRows.ToolRecord(tool.id(), tool.createdAt(), tool.updatedAt(), tool.userId(),
                fields.isGiven("table_id") ? fields.tableId() : tool.tableId(),
                fields.isGiven("json_path") ? fields.jsonPath() : tool.jsonPath(),
                fields.isGiven("type") ? fields.type().word() : tool.type(),
                fields.isGiven("name") ? fields.name() : tool.name(),
                fields.has("alias") ? fields.alias() : tool.alias(),
                fields.has("description") ? fields.description() : tool.description(),
                fields.has("input_schema") ? fields.inputSchema() : tool.inputSchema(),
                fields.has("output_schema") ? fields.outputSchema() : tool.outputSchema(),
                fields.has("metadata") ? fields.metadata() : ToolFields.kept(tool.metadata()), tool.tag());
    }

    private ToolRows.ToolRecord find(JdbcClient jdbc, String user, long id, String lock) throws RestFailure {
        return jdbc.sql("select " + ToolRows.COLUMNS + " from tool t where t.id = :id and t.user_id = :user" + lock)
                .param("id", id).param("user", user).query(rows).optional()
                .orElseThrow(() -> RestError.NOT_FOUND.of("catalogue.noTool", id));
    }

    private static void needTable(JdbcClient jdbc, String user, long id) throws RestFailure {
        jdbc.sql("select id from context_table where id = :id and user_id = :user for key share").param("id", id).param("user", user)
                .query(Long.class).optional().orElseThrow(() -> RestError.NOT_FOUND.of("context.noTable", id));
    }

    private static JdbcClient.StatementSpec parameters(JdbcClient.StatementSpec statement, ToolRows.ToolRecord tool, String description) {
        return statement.param("table", tool.tableId()).param("path", tool.jsonPath()).param("type", tool.type()).param("name", tool.name())
                .param("alias", tool.alias()).param("description", description).param("input", text(tool.inputSchema()))
                .param("output", text(tool.outputSchema())).param("metadata", text(tool.metadata()));
    }

    private static String text(JsonNode json) {
        return json == null ? null : json.toString();
    }
}

package dev.caravan.catalogue;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies.SnakeCaseStrategy;
import com.fasterxml.jackson.databind.annotation.JsonNaming;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.rest.Tagged;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.stereotype.Component;

/** Maps rows of the table {@code tool}. */
@Component
record ToolRows(ObjectMapper mapper, ToolTypes types) implements RowMapper<ToolRows.ToolRecord> {

    /** The columns that a query selects from the table with the alias {@code t}. */
    static final String COLUMNS = "cast(t.xmin as text) as tag, t.id, t.created_at, t.updated_at, t.user_id, t.table_id, t.json_path, "
            + "t.type, t.name, t.alias, "
            + "t.description, "
            + "(select c.name from context_table c where c.id = t.table_id) as table_name, "
            + "t.input_schema, t.output_schema, t.metadata, case when t.type = 'search' then (select json_build_object('status', s.status, "
            + "'indexed_at', case when s.status = 'ready' then s.finished_at end, 'indexed_chunks_count', s.indexed_chunks_count, "
            + "'last_error', s.last_error) "
            + "from search_index_task s where s.tool_id = t.id) end as search_index";

    @Override
    public ToolRecord mapRow(ResultSet row, int number) throws SQLException {
        return new ToolRecord(row.getLong("id"), time(row, "created_at"), time(row, "updated_at"), row.getString("user_id"),
                row.getLong("table_id"),
                row.getString("json_path"), row.getString("type"), row.getString("name"), row.getString("alias"), description(row),
                json(row, "input_schema"), json(row, "output_schema"), metadata(row), row.getString("tag"));
    }

    /** Returns the owner's description; otherwise describes the tool by its type, context and place as they are now. */
    private String description(ResultSet row) throws SQLException {
        String given = row.getString("description");
        return given.isEmpty()
                ? types.find(row.getString("type")).orElseThrow().describe(row.getString("table_name"), row.getString("json_path")) : given;
    }

    /** Returns the owner's metadata. For a search tool, adds the state of its index, which the store keeps elsewhere. */
    private JsonNode metadata(ResultSet row) throws SQLException {
        JsonNode own = json(row, "metadata");
        JsonNode index = json(row, "search_index");
        if (index == null) {
            return own;
        }
        ObjectNode metadata = own instanceof ObjectNode object ? object : mapper.createObjectNode();
        metadata.withObjectProperty(ToolFields.SEARCH_INDEX).setAll((ObjectNode) index);
        return metadata;
    }

    static Instant time(ResultSet row, String column) throws SQLException {
        return row.getTimestamp(column).toInstant();
    }

    private JsonNode json(ResultSet row, String column) throws SQLException {
        String text = row.getString(column);
        try {
            return text == null ? null : mapper.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("tool " + row.getLong("id") + " has no JSON in " + column, e);
        }
    }

    /**
     * A tool as its owner made it: one kind of operation on one place of one context.
     *
     * @param jsonPath    JSON Pointer of the place; empty for the whole context
     * @param alias       name for people; may be null
     * @param inputSchema null for the schema of the tool's type
     * @param metadata    settings of the type, such as {@code preview_keys}; may be null
     */
    @JsonNaming(SnakeCaseStrategy.class)
    record ToolRecord(long id, Instant createdAt, Instant updatedAt, String userId, long tableId, String jsonPath, String type, String name,
                      String alias, String description, JsonNode inputSchema, JsonNode outputSchema, JsonNode metadata,
                      @JsonIgnore String tag) implements Tagged {
    }
}

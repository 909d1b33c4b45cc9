package dev.caravan.database.opensearch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseRequests;
import dev.caravan.database.DatabaseRequests.DatabaseRequest;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.ColumnDescription;
import dev.caravan.database.TableDescription.JsonType;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.database.opensearch.OpenSearch.OpenSearchCall;
import dev.caravan.json.BoundedJson;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Header;
import org.apache.camel.Variable;
import org.apache.camel.util.ObjectHelper;
import org.springframework.stereotype.Component;

/** The configured OpenSearch databases. Indexes are described by their mappings. */
@Component("openSearchDriver")
public class OpenSearchDriver extends Driver<OpenSearchDatabase> {

    /** Errors of a node that is stopping or starting. */
    private static final List<String> GONE = List.of("node_closed", "already_closed", "alreadyclosed", "no_shard_available",
            "unavailable_shards", "shard_state", "shard_closed",
            "node_disconnected", "node_not_connected", "not_discovered", "rejected_execution", "recovery_exception", "engine_closed");

    OpenSearchDriver(DatabaseProperties properties, DatabaseRequests requests) {
        super("opensearch", OpenSearchIndex.ID);
        open(properties, (name, settings) -> new OpenSearchDatabase(name, settings, requests));
    }

    @Override
    public void ping(String database) throws Exception {
        get(database).run(DatabaseRequest.get("", ""));
    }

    /** Explains a failure. Drops the mappings if OpenSearch no longer has the index. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        OpenSearchException refused = ObjectHelper.getException(OpenSearchException.class, cause);
        if (refused == null) {
            return DatabaseRequests.unanswered(cause);
        }
        if (refused.status == 404) {
            get(database).indexes.forget();
        }
        return Optional.of(new Meaning(type(refused), refused.getMessage()));
    }

    private static Type type(OpenSearchException refused) {
        String types = refused.types;
        boolean isLate = types.contains("timeout") || types.contains("task_cancelled") || types.contains("time_exceeded")
                || refused.getMessage().contains("Time exceeded") || refused.status == 408 || refused.status == 504;
        return isLate ? Type.TIMEOUT : types.contains("cluster_block_exception") && refused.status != 503 ? Type.PERMISSION
                : types.contains("too_many_buckets") ? Type.QUERY : GONE.stream().anyMatch(types::contains) ? Type.CONNECTION
                : switch (refused.status) {
                    case 401, 403 -> Type.PERMISSION;
                    case 409 -> Type.INTEGRITY;
                    case 429, 502, 503 -> Type.CONNECTION;
                    default -> Type.QUERY;
                };
    }

    @Override
    public List<TableSummary> tables(String database) throws Exception {
        return get(database).names().stream().map(name -> new TableSummary(name, "index", null)).toList();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        OpenSearchIndex index = get(database).indexes.now(name);
        List<ColumnDescription> columns = new ArrayList<>();
        columns.add(ColumnDescription.of(OpenSearchIndex.ID, JsonType.STRING, null, true));
        index.fields().forEach((path, field) -> {
            if (!field.part()) {
                columns.add(ColumnDescription.of(path, field.kind().json, field.type(), false));
            }
        });
        return new TableDescription(new TableSummary(name, "index", null), key, columns);
    }

    /** Returns the header of Basic authentication; null without a user. */
    public String authorization(@ExchangeProperty("database") String name) {
        DatabaseProperties.Database settings = get(name).settings;
        if (settings.username() == null || settings.username().isBlank()) {
            return null;
        }
        String credentials = settings.username() + ":" + (settings.password() == null ? "" : settings.password());
        return "Basic " + Base64.getEncoder().encodeToString(credentials.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Returns the answer as JSON.
     *
     * @throws OpenSearchException if the answer says that something failed, even if only some shards failed
     */
    public JsonNode answer(@Body InputStream body, @Header(Exchange.HTTP_RESPONSE_CODE) int status,
            @Variable("call") OpenSearchCall call) throws OpenSearchException, IOException {
        JsonNode answer;
        try (InputStream stream = body == null ? InputStream.nullInputStream() : body) {
            answer = status < 300 && call != null && call.reading ? rows(stream, call) : DatabaseValues.JSON.readTree(stream);
        } catch (JsonProcessingException e) {
            throw new OpenSearchException(status < 300 ? 502 : status, "", "the answer of status " + status + " is no JSON");
        }
        if (answer.has("failures")) {
            return answer; // of a delete by query, which tells what it did before it failed
        }
        if (status >= 300 || !answer.isContainerNode()) {
            throw OpenSearchException.of(status, answer.path("error").isMissingNode() ? answer : answer.get("error"));
        }
        if (answer.path("timed_out").asBoolean()) {
            throw new OpenSearchException(408, "timeout", "timed out");
        }
        if (answer.at("/_shards/failed").asInt() > 0) {
            throw OpenSearchException.of(503, answer.at("/_shards/failures/0/reason"));
        }
        return answer;
    }

    private static JsonNode rows(InputStream stream, OpenSearchCall call) throws IOException {
        BoundedJson.Answer answer = call.database.rows.read(stream, "/hits/hits", Integer.MAX_VALUE);
        call.cut |= answer.cut();
        return answer.json();
    }
}

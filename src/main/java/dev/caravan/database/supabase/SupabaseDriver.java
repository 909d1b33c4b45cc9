package dev.caravan.database.supabase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.DatabaseProperties;
import dev.caravan.database.DatabaseProperties.TableRules;
import dev.caravan.database.DatabaseRequests;
import dev.caravan.database.DatabaseValues;
import dev.caravan.database.Driver;
import dev.caravan.database.TableDescription;
import dev.caravan.database.TableDescription.TableSummary;
import dev.caravan.json.BoundedJson;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.apache.camel.util.ObjectHelper;
import org.springframework.stereotype.Component;

/** The configured PostgREST servers. Tables are described by PostgREST's OpenAPI document. */
@Component
class SupabaseDriver extends Driver<SupabaseDriver.SupabaseDatabase> {

    /**
     * Codes for something that is missing or was removed. PostgreSQL's codes mean a table and a column. PostgREST's codes begin with a
     * prefix.
     */
    private static final Set<String> MISSING = Set.of("42P01", "42703");
    private static final String MISSING_IN_CACHE = "PGRST2";

    private final DatabaseRequests requests;

    SupabaseDriver(DatabaseProperties properties, DatabaseRequests requests) {
        super("supabase");
        this.requests = requests;
        open(properties, (name, settings) -> new SupabaseDatabase(settings, new BoundedJson(DatabaseValues.JSON,
                settings.maxRead().toBytes()),
                new SupabaseCatalogue(TableRules.of(name, settings), () -> description(name)), new AtomicInteger()));
    }

    /** Reads the OpenAPI document of the server's API. */
    JsonNode description(String name) throws Exception {
        return requests.send(name, new SupabaseQuery().get("")).getBody(BoundedJson.Answer.class).json();
    }

    @Override
    public void ping(String database) throws Exception {
        description(database);
    }

    /** Explains a failure. Forgets the catalogue if the server no longer matches it. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        HttpOperationFailedException refused = ObjectHelper.getException(HttpOperationFailedException.class, cause);
        if (refused == null) {
            return DatabaseRequests.unanswered(cause);
        }
        JsonNode error = error(refused);
        String code = error.path("code").asText();
        if (refused.getStatusCode() == 404 || MISSING.contains(code) || code.startsWith(MISSING_IN_CACHE)) {
            get(database).catalogue().kept().forget();
        }
        String more = error.path("details").isTextual() ? "\nDetail: " + error.get("details").asText()
                : error.path("hint").isTextual() ? "\nHint: " + error.get("hint").asText() : "";
        String message = error.path("message").isTextual() ? error.get("message").asText() + more
                : "HTTP " + refused.getStatusCode() + " " + refused.getResponseBody();
        return Optional.of(new Meaning(type(refused.getStatusCode(), code), message));
    }

    /** Returns PostgREST's error: {@code {code, message, details, hint}}, with the SQLSTATE or PostgREST's own code. */
    static JsonNode error(HttpOperationFailedException refused) {
        try {
            return DatabaseValues.JSON.readTree(String.valueOf(refused.getResponseBody()));
        } catch (JsonProcessingException e) {
            return MissingNode.getInstance();
        }
    }

    /** Returns the error type for the SQLSTATE or PostgREST's own code, otherwise for the HTTP status. */
    private static Type type(int status, String code) {
        Type type = code.equals("PGRST003") ? Type.TIMEOUT : code.startsWith("PGRST0") || code.startsWith("PGRSTX") ? Type.CONNECTION
                : code.isEmpty() || code.startsWith("PGRST") ? Type.QUERY : Type.ofSqlState(code);
        if (type != Type.QUERY) {
            return type;
        }
        boolean ofAGateway = code.isEmpty() && (status >= 500 || status == 429 || status < 400);
        return status == 401 || status == 403 ? Type.PERMISSION
                : ofAGateway || status == 503 ? Type.CONNECTION : status == 504 ? Type.TIMEOUT : Type.QUERY;
    }

    @Override
    public List<TableSummary> tables(String database) throws Exception {
        return get(database).catalogue().tables().stream().map(TableDescription::table).toList();
    }

    @Override
    public TableDescription table(String database, String name) throws Exception {
        return get(database).catalogue().tableNow(name);
    }

    /**
     * A configured PostgREST server.
     *
     * @param rows        reads the rows of answers
     * @param largestPage number of rows of the largest page that the server returned
     */
    record SupabaseDatabase(DatabaseProperties.Database settings, BoundedJson rows, SupabaseCatalogue catalogue,
            AtomicInteger largestPage) {

        /**
         * Returns whether the server surely returned all rows. The server may have its own limit of rows ({@code db-max-rows}), which it
         * does not report. A page is surely complete only if the server has already returned a larger page.
         */
        boolean isUncut(int returned) {
            return returned < largestPage.getAndAccumulate(returned, Math::max);
        }
    }
}

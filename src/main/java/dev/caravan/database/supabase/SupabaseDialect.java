package dev.caravan.database.supabase;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Dialect;
import dev.caravan.database.SqlState;
import dev.caravan.envelope.AnswerTooBigException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.http.base.HttpOperationFailedException;
import org.springframework.stereotype.Component;

/** Explains errors of PostgREST and failures of HTTP. */
@Component
class SupabaseDialect implements Dialect {

    /** Codes for something that is missing or was removed. PostgreSQL's codes mean a table and a column. PostgREST's codes begin with a prefix. */
    private static final Set<String> MISSING = Set.of("42P01", "42703");
    private static final String MISSING_IN_CACHE = "PGRST2";
    private static final int NOT_FOUND = 404;

    private final SupabaseDatabases databases;

    SupabaseDialect(SupabaseDatabases databases) {
        this.databases = databases;
    }

    @Override
    public String family() {
        return "supabase";
    }

    @Override
    public void ping(String database) throws Exception {
        databases.description(database);
    }

    /** Explains a failure. Forgets the catalogue if the server no longer matches it. */
    @Override
    public Optional<Meaning> meaning(String database, Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof HttpOperationFailedException refused) {
                return Optional.of(refused(database, refused));
            }
            if (link instanceof AnswerTooBigException) {
                return Optional.of(new Meaning(Type.QUERY, link.getMessage() + "; ask for fewer rows or columns"));
            }
            if (link instanceof JsonProcessingException) {
                return Optional.of(new Meaning(Type.CONNECTION, "no JSON: " + link.getMessage()));
            }
            if (link instanceof IOException) {
                // a timeout before there is a connection has its own class, derived from this one
                return Optional.of(new Meaning(link.getClass() == SocketTimeoutException.class ? Type.TIMEOUT : Type.CONNECTION, link.toString()));
            }
        }
        return Optional.empty();
    }

    /** Returns the SQLSTATE or PostgREST's own code of a failure; empty if it has none. */
    String code(Throwable cause) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof HttpOperationFailedException refused) {
                return error(refused.getResponseBody()).path("code").asText();
            }
        }
        return "";
    }

    private Meaning refused(String database, HttpOperationFailedException refused) {
        JsonNode error = error(refused.getResponseBody());
        String code = error.path("code").asText();
        if (refused.getStatusCode() == NOT_FOUND || MISSING.contains(code) || code.startsWith(MISSING_IN_CACHE)) {
            databases.get(database).catalogue().forget();
        }
        Type type = type(refused.getStatusCode(), code);
        if (!error.path("message").isTextual()) {
            return new Meaning(type, "HTTP " + refused.getStatusCode() + " " + refused.getResponseBody());
        }
        String more = error.path("details").isTextual() ? "\nDetail: " + error.get("details").asText()
                : error.path("hint").isTextual() ? "\nHint: " + error.get("hint").asText() : "";
        return new Meaning(type, error.get("message").asText() + more);
    }

    /** Returns PostgREST's error, {@code {code, message, details, hint}}. Returns an empty object if the body is not JSON. */
    private JsonNode error(String body) {
        try {
            return body == null ? databases.mapper().createObjectNode() : databases.mapper().readTree(body);
        } catch (JsonProcessingException e) {
            return databases.mapper().createObjectNode();
        }
    }

    /** Returns the error type for the SQLSTATE or PostgREST's own code, otherwise for the HTTP status. */
    private static Type type(int status, String code) {
        if (code.equals("PGRST003")) {
            return Type.TIMEOUT;
        }
        if (code.startsWith("PGRST0") || code.startsWith("PGRSTX")) {
            return Type.CONNECTION;
        }
        Type type = code.isEmpty() || code.startsWith("PGRST") ? Type.QUERY : SqlState.type(code);
        if (type != Type.QUERY) {
            return type;
        }
        if (status == 401 || status == 403) {
            return Type.PERMISSION;
        }
        boolean ofAGateway = code.isEmpty() && (status >= 500 || status == 429 || status < 400);
        return ofAGateway || status == 503 ? Type.CONNECTION : status == 504 ? Type.TIMEOUT : Type.QUERY;
    }
}

package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver.Meaning;
import dev.caravan.envelope.AnswerTooBigException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Variable;
import org.apache.camel.util.ObjectHelper;
import org.springframework.stereotype.Component;

/** Sends requests to databases with an HTTP API. All requests of a call share the time of one statement. */
@Component("databaseRequests")
public record DatabaseRequests(DatabaseProperties properties, ProducerTemplate producer) {

    private static final long NANOS = 1_000_000;
    /** Maximum length of a query string. PostgREST accepts 50 KB of address and headers together. */
    private static final int MOST_IN_QUERY = 46_000;

    /**
     * A request.
     *
     * @param path   path below the API's address, percent-encoded, without a leading slash
     * @param query  query string, percent-encoded; null for none
     * @param prefer value of the header {@code Prefer}; null for none
     * @param body   null for none
     */
    public record DatabaseRequest(String method, String path, String query, String prefer, byte[] body) {

        public static DatabaseRequest get(String path, String query) {
            return new DatabaseRequest("GET", path, query, null, null);
        }

        /** @param lines what becomes JSON, a line each; OpenSearch's bulk request has several */
        public static DatabaseRequest of(String method, String path, String query, List<?> lines) {
            String body = lines.stream().map(DatabaseValues::json).collect(Collectors.joining("\n", "", "\n"));
            return new DatabaseRequest(method, path, query, null, body.getBytes(StandardCharsets.UTF_8));
        }
    }

    /** Sends a request by the flow {@code db-run-FAMILY-NAME}. */
    public Message send(String database, DatabaseRequest request) throws Exception {
        String family = properties.databases().get(database).type().family();
        Exchange answer = producer.send("direct:db-run-" + family + "-" + database + "?block=false", exchange -> {
            exchange.setProperty("database", database);
            exchange.getMessage().setBody(request);
        });
        if (answer.getException() != null) {
            throw answer.getException();
        }
        return answer.getMessage();
    }

    /**
     * Tells camel-http what to request. Returns the body.
     *
     * @throws DatabaseFailure query_error if the query string is too long
     */
    public byte[] addressed(@Body DatabaseRequest request, @ExchangeProperty("database") String database, Exchange exchange)
            throws DatabaseFailure {
        if (request.query() != null && request.query().length() > MOST_IN_QUERY) {
            throw DatabaseFailure.query("database.addressTooLong", database, request.query().length(), MOST_IN_QUERY);
        }
        exchange.getMessage().setHeader(Exchange.HTTP_METHOD, request.method());
        exchange.getMessage().setHeader(Exchange.HTTP_PATH, request.path());
        exchange.getMessage().setHeader(Exchange.HTTP_QUERY, request.query());
        exchange.getMessage().setHeader("Prefer", request.prefer());
        return request.body();
    }

    /** Returns the meaning of a failure without an answer of the server; empty for other failures. */
    public static Optional<Meaning> unanswered(Throwable cause) {
        IOException failure = ObjectHelper.getException(IOException.class, cause);
        if (failure == null) {
            return Optional.empty();
        }
        // a timeout before there is a connection has its own class, derived from this one
        Type type = failure instanceof AnswerTooBigException ? Type.QUERY
                : failure.getClass() == SocketTimeoutException.class ? Type.TIMEOUT : Type.CONNECTION;
        return Optional.of(new Meaning(type, failure.getMessage()));
    }

    /** Returns how long a request may take: longer than the server's own limit, so that the server reports a timeout first. */
    public static Duration patience(DatabaseProperties.Database settings) {
        return settings.statementTimeout().plusMillis(500);
    }

    /** Returns the deadline of the call in nanoseconds of {@link System#nanoTime}. */
    public long deadline(@ExchangeProperty("database") String database, @Variable("deadline") Long known) {
        return known == null ? System.nanoTime() + patience(properties.databases().get(database)).toNanos() : known;
    }

    /** Returns how many milliseconds are left for a request. */
    public long left(@Variable("deadline") long deadline) throws SocketTimeoutException {
        long left = (deadline - System.nanoTime()) / NANOS;
        if (left <= 0) {
            throw new SocketTimeoutException("no time is left");
        }
        return left;
    }
}

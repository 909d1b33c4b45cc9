package dev.caravan.database;

import java.net.SocketTimeoutException;
import java.time.Duration;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Message;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Sends requests to databases with an HTTP API. All requests of a call share the time of one statement. */
@Component("databaseRequests")
public record DatabaseRequests(DatabaseProperties properties, ProducerTemplate producer) {

    private static final long NANOS = 1_000_000;

    /** Sends a request by the flow {@code db-run-FAMILY}. */
    public Message send(String family, String database, Object request) throws Exception {
        Exchange answer = producer.send("direct:db-run-" + family + "?block=false", exchange -> {
            exchange.setProperty("database", database);
            exchange.getMessage().setBody(request);
        });
        if (answer.getException() != null) {
            throw answer.getException();
        }
        return answer.getMessage();
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

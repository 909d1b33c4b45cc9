package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver.Meaning;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.function.Function;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Maps what databases throw to the error types that callers know. Messages keep what helps callers, without addresses and secrets. */
@Component("databaseFailures")
public record ExplainedFailures(DatabaseProperties properties, DatabaseDrivers drivers) {

    private static final Logger LOG = LoggerFactory.getLogger(ExplainedFailures.class);
    private static final int LONGEST = 300;

    /** Returns the failure for the caller: a {@link DatabaseFailure}, or the cause itself if no database caused it. */
    public Exception explained(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause,
            @ExchangeProperty("database") String database) {
        return explained(cause, database, message -> Text.of("database.refused", database, message));
    }

    /** Returns the failure of one row of many, which does not name the database. */
    Exception explainedRow(Exception cause, String database) {
        return explained(cause, database, Text::words);
    }

    private Exception explained(Exception cause, String database, Function<String, Text> refused) {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof ToolException foreseen) {
                return foreseen;
            }
            if (link instanceof DirectConsumerNotAvailableException) {
                LOG.warn("Flow of a database not loaded database={} cause={}", database, link.getMessage());
                return DatabaseFailure.of(Type.CONNECTION, Text.of("database.noFlow", database));
            }
        }
        DatabaseProperties.Database settings = properties.databases().get(database);
        return drivers.of(database).meaning(database, cause).<Exception>map(meaning -> failure(database, settings, meaning, refused))
                .orElse(cause);
    }

    /** Throws the failure for the caller. Flows call it in {@code doCatch}. */
    public void explain(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty("database") String database)
            throws Exception {
        throw explained(cause, database);
    }

    private static DatabaseFailure failure(String database, DatabaseProperties.Database settings, Meaning meaning,
            Function<String, Text> refused) {
        Type type = meaning.type();
        LOG.debug("Database failed database={} type={} cause={}", database, type, meaning.message());
        if (type == Type.CONNECTION || type == Type.TIMEOUT) {
            LOG.warn("Database does not answer database={} type={} cause={}", database, type, meaning.message());
            return DatabaseFailure.of(type, Text.of(type == Type.CONNECTION ? "database.unreachable" : "database.late", database));
        }
        return DatabaseFailure.of(type, refused.apply(clean(meaning.message(), settings)));
    }

    /** Returns a short line without addresses and credentials. */
    private static String clean(String message, DatabaseProperties.Database settings) {
        String line = String.valueOf(message).replaceFirst("^ERROR: ", "").replaceAll("\\(conn=\\d+\\) ", "").lines()
                .limit(2).map(String::strip).reduce((first, second) -> first + "; " + second).orElse("");
        line = line.replaceAll("(?i)\\b(jdbc:)?[a-z][a-z0-9+.-]*://\\S+", "…");
        for (String secret : new String[] {settings.password(), settings.key()}) {
            if (secret != null && secret.length() > 2) {
                line = line.replace(secret, "…");
            }
        }
        return DatabaseValues.cut(line, LONGEST);
    }
}

package dev.caravan.database;

import dev.caravan.database.Driver.DatabaseDrivers;
import dev.caravan.database.Driver.Meaning;
import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.component.direct.DirectConsumerNotAvailableException;
import org.apache.camel.util.ObjectHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** A failure of a database tool, with {@code error.type} and a message for the caller. */
public final class DatabaseFailure extends ToolException {

    /** The values of {@code error.type}, with the error code of the other tools. */
    public enum Type {
        CONNECTION(ErrorCode.DB_ERROR), QUERY(ErrorCode.INVALID_ARGUMENT), PERMISSION(ErrorCode.FORBIDDEN), TIMEOUT(ErrorCode.DB_ERROR),
        INTEGRITY(ErrorCode.DB_ERROR);

        private final ErrorCode code;

        Type(ErrorCode code) {
            this.code = code;
        }

        /** Returns the type for the class of a SQLSTATE, of a JDBC driver or of PostgREST. */
        public static Type ofSqlState(String state) {
            return switch (state) {
                case "57014", "55P03", "40001", "40P01", "70100" -> TIMEOUT;
                case "42501", "25006" -> PERMISSION;
                default -> state.startsWith("23") ? INTEGRITY : state.startsWith("28") ? PERMISSION
                        : state.matches("(08|57P|53).*") ? CONNECTION : QUERY;
            };
        }
    }

    private final Type type;

    private DatabaseFailure(Type type, Text text) {
        super(type.code, text, Map.of("type", type.name().toLowerCase(Locale.ROOT) + "_error"));
        this.type = type;
    }

    /** Returns the same failure with the number of the operation that failed. */
    public DatabaseFailure ofOperation(int number) {
        return new DatabaseFailure(type, Text.of("database.ofOperation", number, text()));
    }

    /** Returns the same failure with another sentence. */
    public DatabaseFailure then(Text more) {
        return new DatabaseFailure(type, Text.of("database.rows.then", text(), more));
    }

    /** @param text message for the caller, without secrets */
    public static DatabaseFailure of(Type type, Text text) {
        return new DatabaseFailure(type, text);
    }

    /** Makes a failure of the caller's request. */
    public static DatabaseFailure query(String key, Object... arguments) {
        return new DatabaseFailure(Type.QUERY, Text.of(key, arguments));
    }

    /** Returns the failure of a value that a column can't have. */
    public static DatabaseFailure unfit(String column, String type, String value) {
        return query("database.unfit", column, type, DatabaseValues.cut(value, 60));
    }

    public static DatabaseFailure permission(String key, Object... arguments) {
        return new DatabaseFailure(Type.PERMISSION, Text.of(key, arguments));
    }

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
            ToolException foreseen = ObjectHelper.getException(ToolException.class, cause);
            if (foreseen != null) {
                return foreseen;
            }
            Exception unloaded = ObjectHelper.getException(DirectConsumerNotAvailableException.class, cause);
            if (unloaded != null) {
                LOG.warn("Flow of a database not loaded database={} cause={}", database, unloaded.getMessage());
                return DatabaseFailure.of(Type.CONNECTION, Text.of("database.noFlow", database));
            }
            DatabaseProperties.Database settings = properties.databases().get(database);
            return drivers.of(database).meaning(database, cause).<Exception>map(meaning -> failure(database, settings, meaning, refused))
                    .orElse(cause);
        }

        private static DatabaseFailure failure(String database, DatabaseProperties.Database settings, Meaning meaning,
                Function<String, Text> refused) {
            Type type = meaning.type();
            LOG.debug("Database failed database={} type={} cause={}", database, type, meaning.message());
            if (type == Type.CONNECTION || type == Type.TIMEOUT) {
                LOG.warn("Database does not answer a call database={} type={} cause={}", database, type, meaning.message());
                return DatabaseFailure.of(type, Text.of(type == Type.CONNECTION ? "database.unreachable" : "database.late", database));
            }
            return DatabaseFailure.of(type, refused.apply(clean(meaning.message(), settings)));
        }

        /** Returns a short line without addresses and credentials. */
        static String clean(String message, DatabaseProperties.Database settings) {
            String line = String.valueOf(message).replaceFirst("^ERROR: ", "").replaceAll("\\(conn=\\d+\\) ", "").lines()
                    .map(String::strip).takeWhile(each -> !each.startsWith("Where:")).limit(3).collect(Collectors.joining("; "));
            line = line.replaceAll("(?i)\\b(jdbc:)?[a-z][a-z0-9+.-]*://\\S+", "…");
            for (String secret : new String[] {settings.password(), settings.key()}) {
                if (secret != null && secret.length() > 2) {
                    line = line.replace(secret, "…");
                }
            }
            return DatabaseValues.cut(line, LONGEST);
        }
    }

    /**
     * What a store without transactions did with each row of a write. Nothing is undone: if a row was refused, the failure names the rows
     * that are written, and those that are not, with the reason of each.
     */
    public static final class WrittenRows {

        private static final int MOST_REASONS = 10;
        private static final int MOST_IDS = 100;

        private final ExplainedFailures failures;
        private final String database;
        /** The first {@value #MOST_IDS}. */
        private final List<Object> ids = new ArrayList<>();
        /** The first {@value #MOST_REASONS}. */
        private final List<Text> reasons = new ArrayList<>();
        private long written;
        private long refused;
        private Exception first;

        /** @param database name under {@code caravan.databases} */
        public WrittenRows(ExplainedFailures failures, String database) {
            this.failures = failures;
            this.database = database;
        }

        public void written(Object id) {
            written++;
            if (ids.size() < MOST_IDS) {
                ids.add(id);
            }
        }

        /** Counts rows whose ids are unknown. */
        public void count(long rows) {
            written += rows;
        }

        /** Returns how many rows are written. */
        public long written() {
            return written;
        }

        /**
         * Records a row that is not written.
         *
         * @param number number of the row in the data, from 1; 0 if it is not in the data
         */
        public void refused(int number, Object id, Exception why) {
            first = first == null ? why : first;
            refused++;
            if (reasons.size() < MOST_REASONS) {
                Exception explained = failures.explainedRow(why, database);
                Text reason = explained instanceof DatabaseFailure failure ? failure.text() : Text.words(String.valueOf(why.getMessage()));
                reasons.add(number == 0 ? Text.of("database.rows.id", id, reason) : Text.of("database.rows.row", number, id, reason));
            }
        }

        /** @throws Exception if a row was refused */
        public void check() throws Exception {
            if (refused > 0) {
                throw refused == 1 && written == 0 ? first : failure(first, told());
            }
        }

        /**
         * Returns the failure of a write that ended early.
         *
         * @param unsure ids of the rows whose result is unknown
         */
        public Exception stopped(Exception cause, List<?> unsure) {
            if (!(failures.explained(cause, database) instanceof DatabaseFailure why) || written + refused + unsure.size() == 0) {
                return cause;
            }
            List<Text> parts = told();
            parts.add(0, why.text());
            if (!unsure.isEmpty()) {
                parts.add(Text.of("database.rows.unsure", unsure.size(), shown(unsure, unsure.size())));
            }
            return failure(why, parts);
        }

        private List<Text> told() {
            List<Text> parts = new ArrayList<>();
            if (refused > 0) {
                parts.add(Text.of("database.rows.refused", refused, joined("database.rows.more", reasons)));
            }
            parts.add(ids.isEmpty() ? Text.of("database.rows.count", written)
                    : Text.of("database.rows.written", written, shown(ids, written)));
            return parts;
        }

        private Exception failure(Exception cause, List<Text> parts) {
            Type type = failures.explained(cause, database) instanceof DatabaseFailure failure ? failure.type : Type.QUERY;
            return DatabaseFailure.of(type, joined("database.rows.then", parts));
        }

        private static Text joined(String key, List<Text> texts) {
            return texts.stream().reduce((before, next) -> Text.of(key, before, next)).orElseThrow();
        }

        private static String shown(List<?> ids, long all) {
            return ids.stream().limit(MOST_IDS).map(String::valueOf).collect(Collectors.joining(", ")) + (all > MOST_IDS ? ", …" : "");
        }
    }
}

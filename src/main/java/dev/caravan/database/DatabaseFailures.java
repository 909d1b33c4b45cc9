package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Set;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** What databases throw, as the types of document 4; messages keep what helps the caller and lose what is not his. */
@Component("databaseFailures")
public class DatabaseFailures {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseFailures.class);
    private static final int LONGEST = 300;
    private static final Set<String> SQLITE_BUSY = Set.of("SQLITE_BUSY", "SQLITE_LOCKED");

    private final DatabaseProperties properties;

    DatabaseFailures(DatabaseProperties properties) {
        this.properties = properties;
    }

    /** @throws Exception always: a {@link DatabaseFailure}, or the cause where it is none of a database */
    public void explain(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception cause, @ExchangeProperty("database") String database) throws Exception {
        for (Throwable link = cause; link != null; link = link.getCause()) {
            if (link instanceof ToolException foreseen) {
                throw foreseen;
            }
        }
        SQLException sql = innermost(cause);
        if (sql == null) {
            throw cause;
        }
        Type type = type(sql);
        LOG.debug("Database {}: {} {}", database, sql.getSQLState(), sql.getMessage());
        if (type == Type.CONNECTION || type == Type.TIMEOUT) {
            LOG.warn("Database {}: {}", database, sql.getMessage());
            throw DatabaseFailure.of(type, Text.of(type == Type.CONNECTION ? "database.unreachable" : "database.late", database));
        }
        throw DatabaseFailure.of(type, Text.of("database.refused", database, clean(sql.getMessage(), properties.databases().get(database))));
    }

    private static SQLException innermost(Throwable cause) {
        SQLException found = null;
        int depth = 0;
        for (Throwable link = cause; link != null && depth++ < 20; link = link.getCause()) {
            if (link instanceof SQLException sql) {
                found = found == null || sql.getSQLState() != null ? sql : found;
            }
        }
        return found;
    }

    /** By the classes of SQLSTATE; SQLite has none, and says its own in words. */
    private static Type type(SQLException sql) {
        String state = sql.getSQLState() == null ? "" : sql.getSQLState();
        String message = String.valueOf(sql.getMessage());
        if (sql instanceof org.sqlite.SQLiteException lite) {
            String code = lite.getResultCode().name();
            return code.startsWith("SQLITE_CONSTRAINT") ? Type.INTEGRITY
                    : SQLITE_BUSY.stream().anyMatch(code::startsWith) || code.equals("SQLITE_INTERRUPT") ? Type.TIMEOUT
                    : code.startsWith("SQLITE_READONLY") || code.equals("SQLITE_AUTH") || code.equals("SQLITE_PERM") ? Type.PERMISSION
                    : code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_IOERR") || code.equals("SQLITE_NOTADB") || code.equals("SQLITE_CORRUPT") ? Type.CONNECTION
                    : Type.QUERY;
        }
        for (Throwable link = sql; link != null; link = link.getCause()) {
            if (link instanceof SocketTimeoutException) {
                return Type.TIMEOUT;
            }
            if (link instanceof ConnectException) {
                return Type.CONNECTION;
            }
        }
        if (state.equals("57014") || state.equals("55P03") || state.equals("40001") || state.equals("40P01") || state.equals("70100")
                || sql.getErrorCode() == 1969 || sql.getErrorCode() == 3024 || sql.getErrorCode() == 1205) {
            return Type.TIMEOUT;
        }
        if (state.startsWith("23") || sql.getErrorCode() == 1364 && !state.isEmpty()) {
            return Type.INTEGRITY;
        }
        if (state.equals("42501") || state.equals("25006") || state.startsWith("28") || sql.getErrorCode() == 1142 || sql.getErrorCode() == 1143
                || sql.getErrorCode() == 1044 || sql.getErrorCode() == 1045 || sql.getErrorCode() == 1792 || sql.getErrorCode() == 1290) {
            return Type.PERMISSION;
        }
        boolean down = state.startsWith("08") || state.startsWith("57P") || state.startsWith("53") || sql instanceof SQLTransientConnectionException
                || message.contains("Connection is not available") || message.contains("Connection is closed");
        return down ? Type.CONNECTION : Type.QUERY;
    }

    /** One line, not long, without addresses and credentials. */
    private static String clean(String message, DatabaseProperties.Database settings) {
        String line = String.valueOf(message).replaceFirst("^ERROR: ", "").replaceAll("\\(conn=\\d+\\) ", "").lines()
                .limit(2).map(String::strip).reduce((first, second) -> first + "; " + second).orElse("");
        line = line.replaceAll("(?i)\\b(jdbc:)?[a-z][a-z0-9+.-]*://\\S+", "…");
        if (settings.password() != null && settings.password().length() > 2) {
            line = line.replace(settings.password(), "…");
        }
        return line.length() <= LONGEST ? line : line.substring(0, line.offsetByCodePoints(0, Math.min(LONGEST, line.codePointCount(0, line.length())))) + "…";
    }
}

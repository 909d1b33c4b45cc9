package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver.Meaning;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.mariadb.jdbc.export.MaxAllowedPacketException;
import org.postgresql.util.PSQLException;
import org.sqlite.SQLiteErrorCode;
import org.sqlite.SQLiteException;

/** Explains what JDBC drivers throw. */
final class SqlFailures {

    private static final Set<String> SQLITE_BUSY = Set.of("SQLITE_BUSY", "SQLITE_LOCKED");

    /** SQLSTATE of PostgreSQL and MySQL for a missing table or column, and for a value or function that does not fit the column's type. */
    private static final Set<String> OUTDATED = Set.of("42P01", "42703", "42S02", "42S22", "42883", "42804", "42846", "22P02", "22007");

    /** SQLSTATE of a deadlock and of a transaction that can't be serialized. */
    private static final Set<String> OVERTAKEN = Set.of("40001", "40P01");

    private SqlFailures() {
    }

    static Optional<Meaning> meaning(Throwable cause) {
        return Optional.ofNullable(innermost(cause)).map(thrown -> new Meaning(type(thrown), thrown.getMessage()));
    }

    /** Returns whether the catalogue may be why the statement failed. */
    static boolean mayBeOutdated(Throwable thrown) {
        SQLException sql = innermost(thrown);
        return sql != null && (OUTDATED.contains(String.valueOf(sql.getSQLState()))
                || String.valueOf(sql.getMessage()).contains("no such "));
    }

    /** Returns whether the database ended a transaction because of another one, so that it can run again. */
    static boolean isOvertaken(Throwable thrown) {
        SQLException sql = innermost(thrown);
        return sql != null && (OVERTAKEN.contains(String.valueOf(sql.getSQLState()))
                || sql instanceof SQLiteException lite && lite.getResultCode() == SQLiteErrorCode.SQLITE_BUSY_SNAPSHOT);
    }

    /** Returns whether a row was there already. In SQLite nobody else can have inserted it meanwhile. */
    static boolean isDuplicate(Throwable thrown) {
        SQLException sql = innermost(thrown);
        return sql != null && ("23505".equals(sql.getSQLState()) || sql.getErrorCode() == 1062);
    }

    /** Returns whether the rows, or one row, exceeded the limit of PostgreSQL's driver. */
    static boolean isTooMuch(Throwable thrown) {
        SQLException sql = innermost(thrown);
        return sql instanceof PSQLException && String.valueOf(sql.getMessage()).contains("maxResultBuffer");
    }

    /** Returns whether a single row is larger than one call may read. */
    static boolean isOneRow(Throwable thrown) {
        int depth = 0;
        for (Throwable link = thrown; link != null && depth++ < 20; link = link.getCause()) {
            if (link instanceof BoundedRows.LargeRowException
                    || link instanceof MaxAllowedPacketException packet && packet.getMessage().startsWith("received")) {
                return true;
            }
        }
        return false;
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

    /** Returns the error type for the class of SQLSTATE, or for SQLite's result code. */
    static Type type(SQLException sql) {
        String state = sql.getSQLState() == null ? "" : sql.getSQLState();
        String message = String.valueOf(sql.getMessage());
        if (sql instanceof SQLiteException lite) {
            String code = lite.getResultCode().name();
            return code.startsWith("SQLITE_CONSTRAINT") ? Type.INTEGRITY
                    : SQLITE_BUSY.stream().anyMatch(code::startsWith) || code.equals("SQLITE_INTERRUPT") ? Type.TIMEOUT
                    : code.startsWith("SQLITE_READONLY") || code.equals("SQLITE_AUTH") || code.equals("SQLITE_PERM") ? Type.PERMISSION
                                    : code.startsWith("SQLITE_CANTOPEN") || code.startsWith("SQLITE_IOERR") || code.equals("SQLITE_NOTADB")
                                            || code.equals("SQLITE_CORRUPT") ? Type.CONNECTION
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
        if (sql.getErrorCode() == 1969 || sql.getErrorCode() == 3024 || sql.getErrorCode() == 1205) {
            return Type.TIMEOUT;
        }
        if (sql.getErrorCode() == 1364 && !state.isEmpty()) {
            return Type.INTEGRITY;
        }
        if (sql.getErrorCode() == 1142 || sql.getErrorCode() == 1143 || sql.getErrorCode() == 1044 || sql.getErrorCode() == 1045
                || sql.getErrorCode() == 1792 || sql.getErrorCode() == 1290) {
            return Type.PERMISSION;
        }
        Type type = Type.ofSqlState(state);
        boolean down = sql instanceof SQLTransientConnectionException || message.contains("Connection is not available")
                || message.contains("Connection is closed");
        return type == Type.QUERY && down ? Type.CONNECTION : type;
    }
}

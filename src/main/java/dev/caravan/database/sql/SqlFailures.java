package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure.Type;
import dev.caravan.database.Driver.Meaning;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.Optional;
import java.util.Set;
import org.apache.camel.util.ObjectHelper;
import org.mariadb.jdbc.export.MaxAllowedPacketException;
import org.postgresql.util.PSQLException;
import org.sqlite.SQLiteException;

/** Explains what JDBC drivers throw. */
final class SqlFailures {

    /** SQLSTATE of PostgreSQL and MySQL for a missing table or column, and for a value or function that does not fit the column's type. */
    private static final Set<String> OUTDATED = Set.of("42P01", "42703", "42S02", "42S22", "42883", "42804", "42846", "22P02", "22007");

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

    /** Returns whether the rows, or one row, exceeded the limit of PostgreSQL's driver. */
    static boolean isTooMuch(Throwable thrown) {
        SQLException sql = innermost(thrown);
        return sql instanceof PSQLException && String.valueOf(sql.getMessage()).contains("maxResultBuffer");
    }

    /** Returns whether a single row is larger than one call may read. */
    static boolean isOneRow(Throwable thrown) {
        MaxAllowedPacketException packet = ObjectHelper.getException(MaxAllowedPacketException.class, thrown);
        return packet != null && packet.getMessage().startsWith("received")
                || ObjectHelper.getException(BoundedRows.LargeRowException.class, thrown) != null;
    }

    private static SQLException innermost(Throwable cause) {
        SQLException found = null;
        for (Throwable link : ObjectHelper.createExceptionIterable(cause)) {
            if (link instanceof SQLException sql) {
                found = found == null || sql.getSQLState() != null ? sql : found;
            }
        }
        return found;
    }

    /** Returns the error type for MySQL's code, for the class of SQLSTATE, or for SQLite's result code. */
    static Type type(SQLException sql) {
        if (sql instanceof SQLiteException lite) {
            return switch (lite.getResultCode().name().split("_")[1]) {
                case "CONSTRAINT" -> Type.INTEGRITY;
                case "BUSY", "LOCKED", "INTERRUPT" -> Type.TIMEOUT;
                case "READONLY", "AUTH", "PERM" -> Type.PERMISSION;
                case "CANTOPEN", "IOERR", "NOTADB", "CORRUPT" -> Type.CONNECTION;
                default -> Type.QUERY;
            };
        }
        if (ObjectHelper.getException(SocketTimeoutException.class, sql) != null) {
            return Type.TIMEOUT;
        }
        String message = String.valueOf(sql.getMessage());
        // of a server's own error, MariaDB's driver throws it for each class of SQLSTATE that it doesn't know, such as 45000
        boolean down = sql instanceof SQLTransientConnectionException && sql.getErrorCode() == 0
                || message.contains("Connection is not available") || message.contains("Connection is closed")
                || ObjectHelper.getException(ConnectException.class, sql) != null;
        Type type = switch (sql.getErrorCode()) {
            case 1205, 1969, 3024 -> Type.TIMEOUT;
            case 1364 -> Type.INTEGRITY;
            case 1044, 1045, 1142, 1143, 1290, 1792 -> Type.PERMISSION;
            default -> Type.ofSqlState(String.valueOf(sql.getSQLState()));
        };
        return type == Type.QUERY && down ? Type.CONNECTION : type;
    }
}

package dev.caravan.database;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.envelope.Text;
import dev.caravan.envelope.ToolException;
import java.util.Locale;
import java.util.Map;

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
            if (state.equals("57014") || state.equals("55P03") || state.equals("40001") || state.equals("40P01") || state.equals("70100")) {
                return TIMEOUT;
            }
            if (state.startsWith("23")) {
                return INTEGRITY;
            }
            if (state.equals("42501") || state.equals("25006") || state.startsWith("28")) {
                return PERMISSION;
            }
            return state.startsWith("08") || state.startsWith("57P") || state.startsWith("53") ? CONNECTION : QUERY;
        }

        String word() {
            return name().toLowerCase(Locale.ROOT) + "_error";
        }
    }

    private final Type type;

    private DatabaseFailure(Type type, Text text) {
        super(type.code, text, Map.of("type", type.word()));
        this.type = type;
    }

    Type type() {
        return type;
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
}

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

    public static DatabaseFailure permission(String key, Object... arguments) {
        return new DatabaseFailure(Type.PERMISSION, Text.of(key, arguments));
    }
}

package dev.caravan.envelope;

/** Reports that a database is unreachable, timed out, or refused the operation. */
public class DatabaseException extends ToolException {

    public DatabaseException(String message) {
        super(ErrorCode.DB_ERROR, Text.words(message));
    }

    public DatabaseException(Text text) {
        super(ErrorCode.DB_ERROR, text);
    }
}

package dev.caravan.database;

import dev.caravan.database.DatabaseFailure.Type;

/** Maps a SQLSTATE of a JDBC driver or of PostgREST to an error type. */
public final class SqlState {

    private SqlState() {
    }

    /** Returns the error type for the class of the SQLSTATE. */
    public static Type type(String state) {
        if (state.equals("57014") || state.equals("55P03") || state.equals("40001") || state.equals("40P01") || state.equals("70100")) {
            return Type.TIMEOUT;
        }
        if (state.startsWith("23")) {
            return Type.INTEGRITY;
        }
        if (state.equals("42501") || state.equals("25006") || state.startsWith("28")) {
            return Type.PERMISSION;
        }
        return state.startsWith("08") || state.startsWith("57P") || state.startsWith("53") ? Type.CONNECTION : Type.QUERY;
    }
}

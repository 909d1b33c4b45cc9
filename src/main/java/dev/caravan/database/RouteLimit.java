package dev.caravan.database;

import org.apache.camel.Exchange;

/** Reads a limit that a tool's route sets as a variable. Operators can change the limit in YAML. */
public final class RouteLimit {

    private RouteLimit() {
    }

    /**
     * @param otherwise limit for routes of older releases, which do not set the variable
     * @throws DatabaseFailure query_error if the route's value is not a whole number of 1 or more
     */
    public static int of(Exchange exchange, String variable, int otherwise) throws DatabaseFailure {
        Object value = exchange.getVariable(variable);
        if (value == null) {
            return otherwise;
        }
        try {
            int limit = Integer.parseInt(value.toString());
            if (limit > 0) {
                return limit;
            }
        } catch (NumberFormatException e) {
            // treated like a number below 1
        }
        throw DatabaseFailure.query("database.routeLimit", variable, value);
    }
}

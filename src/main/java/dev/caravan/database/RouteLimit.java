package dev.caravan.database;

import org.apache.camel.Exchange;

/** Reads a limit that a tool's route sets as a variable, so that operators can change it in YAML. */
public final class RouteLimit {

    private RouteLimit() {
    }

    /**
     * @param otherwise for routes of older releases, which set no such variable
     * @throws DatabaseFailure query_error if the route's value is not a whole number from 1 on
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
            // the same as a number below 1
        }
        throw DatabaseFailure.query("database.routeLimit", variable, value);
    }
}

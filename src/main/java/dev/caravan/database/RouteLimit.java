package dev.caravan.database;

import java.util.Map;
import org.apache.camel.Exchange;

/** Reads a limit that a tool's route sets as a variable. Operators can change the limit in YAML. */
public final class RouteLimit {

    private RouteLimit() {
    }

    /** @throws DatabaseFailure query_error if the route's value is not a whole number of 1 or more */
    public static int of(Exchange exchange, String variable) throws DatabaseFailure {
        String value = String.valueOf(exchange.getVariable(variable));
        if (!value.matches("[1-9][0-9]{0,8}")) {
            throw DatabaseFailure.query("database.routeLimit", variable, value);
        }
        return Integer.parseInt(value);
    }

    /** Returns the {@code limit} of the arguments, which the tool's schema has checked; without one {@code defaultLimit}. */
    static int ofPage(Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        return arguments.get("limit") instanceof Number given ? given.intValue()
                : Math.min(of(exchange, "mostRows"), of(exchange, "defaultLimit"));
    }
}

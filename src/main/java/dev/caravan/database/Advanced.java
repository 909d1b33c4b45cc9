package dev.caravan.database;

import dev.caravan.database.PageSpec.RouteLimit;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Reads the arguments of {@code db_advanced_*}, which has several operations. */
@Component
public final class Advanced {

    private static final List<String> OF_CHANGES = List.of("queries", "operations");
    private static final List<String> OF_AGGREGATES = List.of("group_by", "metrics", "having", "order_by", "limit", "filters", "pipeline");

    /**
     * Checks that all arguments belong to the operation.
     *
     * @throws DatabaseFailure query_error for an argument of another operation, and for an aggregate without a table
     */
    public void check(@Body Map<String, Object> arguments) throws DatabaseFailure {
        boolean aggregate = "aggregate".equals(arguments.get("operation"));
        for (String name : aggregate ? OF_CHANGES : OF_AGGREGATES) {
            if (arguments.get(name) != null) {
                throw DatabaseFailure.query("database.exclude", name, "operation: " + arguments.get("operation"));
            }
        }
        if (aggregate && arguments.get("table") == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
    }

    /**
     * @param most the route's variable with the maximum number of entries
     * @throws DatabaseFailure query_error if there is no such list, or it has none or too many entries
     */
    public static List<?> list(Map<String, Object> arguments, String name, Exchange exchange, String most) throws DatabaseFailure {
        int entries = RouteLimit.of(exchange, most);
        if (arguments.get(name) instanceof List<?> list && !list.isEmpty() && list.size() <= entries) {
            return list;
        }
        throw DatabaseFailure.query("database.listNeeded", name, entries);
    }
}

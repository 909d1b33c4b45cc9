package dev.caravan.database;

import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Reads the arguments of {@code db_advanced_*}, which has several operations. */
@Component("advanced")
public final class Advanced {

    private static final String FILTERS = "filters";
    /** The arguments of an aggregate by groups, beside filters. */
    private static final List<String> GROUPS = List.of("group_by", "metrics", "having", "order_by", "limit");
    private static final List<String> STATEMENTS = List.of("queries", "operations");
    /** The product's own form of an aggregate. */
    private static final List<String> OWN = List.of("pipeline", "aggs");

    /**
     * Checks that all arguments belong to the operation.
     *
     * @throws DatabaseFailure query_error for arguments that exclude each other, and for an aggregate without a table
     */
    public void check(@Body Map<String, Object> arguments) throws DatabaseFailure {
        String operation = "operation: " + arguments.get("operation");
        if (!"aggregate".equals(arguments.get("operation"))) {
            refuse(arguments, operation, List.of(FILTERS), GROUPS, OWN);
            return;
        }
        refuse(arguments, operation, STATEMENTS);
        if (arguments.get("pipeline") != null) {
            refuse(arguments, "pipeline", List.of(FILTERS), GROUPS);
        } else if (arguments.get("aggs") != null) {
            refuse(arguments, "aggs", GROUPS);
        }
        if (arguments.get("table") == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
    }

    /** @throws DatabaseFailure query_error for arguments that mean no aggregate */
    public AggregateSpec aggregate(@Body Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        return AggregateSpec.of(arguments, exchange);
    }

    @SafeVarargs
    private static void refuse(Map<String, Object> arguments, String beside, List<String>... names) throws DatabaseFailure {
        for (List<String> some : names) {
            for (String name : some) {
                if (arguments.get(name) != null) {
                    throw DatabaseFailure.query("database.exclude", name, beside);
                }
            }
        }
    }

    /** @throws DatabaseFailure query_error if there is no such list, or it has none or too many entries */
    public static List<?> list(Map<String, Object> arguments, String name, int most) throws DatabaseFailure {
        if (arguments.get(name) instanceof List<?> list && !list.isEmpty() && list.size() <= most) {
            return list;
        }
        throw DatabaseFailure.query("database.listNeeded", name, most);
    }
}

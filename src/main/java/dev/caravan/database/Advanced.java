package dev.caravan.database;

import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Reads the arguments of {@code db_advanced_*}, which has several operations. */
@Component("advanced")
public final class Advanced {

    /** The arguments of an aggregate by groups. */
    private static final List<String> GROUPS = List.of("group_by", "metrics", "having", "order_by", "limit");
    private static final List<String> OTHERS = List.of("filters", "pipeline", "aggs");

    /**
     * Checks that all arguments belong to the operation.
     *
     * @throws DatabaseFailure query_error for arguments that exclude each other, and for an aggregate without a table
     */
    public void check(@Body Map<String, Object> arguments) throws DatabaseFailure {
        boolean aggregate = "aggregate".equals(arguments.get("operation"));
        String own = arguments.get("pipeline") != null ? "pipeline" : arguments.get("aggs") != null ? "aggs" : null;
        refuse(arguments, "operation: " + arguments.get("operation"), aggregate ? List.of("queries", "operations") : OTHERS);
        refuse(arguments, "pipeline".equals(own) ? own : null, List.of("filters"));
        refuse(arguments, aggregate ? own : "operation: " + arguments.get("operation"), GROUPS);
        if (aggregate && arguments.get("table") == null) {
            throw DatabaseFailure.query("database.tableNeeded");
        }
    }

    /** @throws DatabaseFailure query_error for arguments that mean no aggregate */
    public AggregateSpec aggregate(@Body Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        return AggregateSpec.of(arguments, exchange);
    }

    /** @param beside what excludes these arguments; null for nothing */
    private static void refuse(Map<String, Object> arguments, String beside, List<String> names) throws DatabaseFailure {
        for (String name : names) {
            if (beside != null && arguments.get(name) != null) {
                throw DatabaseFailure.query("database.exclude", name, beside);
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

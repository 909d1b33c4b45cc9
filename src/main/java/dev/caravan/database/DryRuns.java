package dev.caravan.database;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.database.Driver.DatabaseDrivers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** Turns an update or delete with {@code dry_run} into a query, which says how many rows it would take and which come first. */
@Component("dryRuns")
public record DryRuns(DatabaseDrivers drivers) {

    /** Returns the columns that identify a row; none for a table without a key. The arguments must have a filter. */
    public List<String> key(@Body Map<String, Object> arguments, @ExchangeProperty("database") String database) throws Exception {
        Filters.require(arguments);
        return drivers.of(database).key(database, (String) arguments.get("table"));
    }

    /** Makes the arguments of the query, which has the order of the key where the database can sort by it. */
    public Map<String, Object> query(@Body Map<String, Object> arguments, @Variable("key") List<String> key,
            @ExchangeProperty("database") String database) {
        boolean descends = key.stream().anyMatch(column -> column.startsWith("-")); // so would a name with a minus
        return DatabaseValues.present("table", arguments.get("table"), "filters", arguments.get("filters"), "columns", key,
                "order_by", drivers.of(database).sortsByKey() && !descends ? key : null);
    }

    /** Shapes the page as {@code {dry_run, matched_count, ids}}. An id of several columns is an object. */
    public Map<String, Object> answer(@Body Map<String, Object> page, @Variable("key") List<String> key) {
        List<Object> ids = new ArrayList<>();
        if (!key.isEmpty()) {
            for (Object row : (List<?>) page.get("data")) {
                ids.add(key.size() > 1 ? row : row instanceof Map<?, ?> map ? map.get(key.get(0)) : ((JsonNode) row).get(key.get(0)));
            }
        }
        return DatabaseValues.object("dry_run", true, "matched_count", page.get("count"), "ids", ids);
    }
}

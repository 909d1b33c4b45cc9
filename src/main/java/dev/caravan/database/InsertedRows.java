package dev.caravan.database;

import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Checks the rows of an insert tool. */
@Component("insertedRows")
public class InsertedRows {

    /** @throws DatabaseFailure query_error for more rows than the tool's route allows */
    public void check(@Body Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        int most = RouteLimit.of(exchange, "mostRows", Integer.MAX_VALUE);
        if (arguments.get("data") instanceof List<?> rows && rows.size() > most) {
            throw DatabaseFailure.query("database.tooManyRows", most, rows.size());
        }
    }
}

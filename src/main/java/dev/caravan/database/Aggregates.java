package dev.caravan.database;

import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Reads the arguments of an aggregate for the flows of all families. */
@Component("aggregates")
public class Aggregates {

    /** @throws DatabaseFailure query_error for arguments that mean no aggregate */
    public AggregateSpec spec(@Body Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        return AggregateSpec.of(arguments, exchange);
    }
}

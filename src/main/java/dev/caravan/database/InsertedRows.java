package dev.caravan.database;

import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Predicate;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Checks the arguments of an insert tool. */
@Component("insertedRows")
public class InsertedRows {

    /** Returns whether a call has {@code on}, so that rows that exist are changed or left as they are. */
    @Bean
    static Predicate upsertAsked() {
        return exchange -> exchange.getMessage().getBody() instanceof Map<?, ?> arguments && UpsertSpec.isAsked(arguments);
    }

    /** Returns whether a call may change rows that exist, so that its caller needs the right to update. */
    @Bean
    static Predicate upsertChanges() {
        return exchange -> exchange.getMessage().getBody() instanceof Map<?, ?> arguments && UpsertSpec.mayChange(arguments);
    }

    /** @throws DatabaseFailure query_error for more rows than the tool's route allows, and for {@code update} without {@code on} */
    public void check(@Body Map<String, Object> arguments, Exchange exchange) throws DatabaseFailure {
        UpsertSpec.checkUpdate(arguments);
        int most = RouteLimit.of(exchange, "mostRows");
        if (arguments.get("data") instanceof List<?> rows && rows.size() > most) {
            throw DatabaseFailure.query("database.tooManyRows", most, rows.size());
        }
    }
}

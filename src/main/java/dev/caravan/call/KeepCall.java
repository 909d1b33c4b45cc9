package dev.caravan.call;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Goes on with the call's own exchange, whatever became of the one that ran the route: what it came to is in the {@link Call}. */
@Component("keepCall")
class KeepCall implements AggregationStrategy {

    @Override
    public Exchange aggregate(Exchange call, Exchange run) {
        return call;
    }
}

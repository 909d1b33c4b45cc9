package dev.caravan.call;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Continues with the call's own exchange and drops the exchange that ran the route. The {@link Call} has the outcome. */
@Component("keepCall")
class KeepCall implements AggregationStrategy {

    /** The exchange property that says whether the route has named another call. */
    static final String FORWARDED = "callForwarded";

    @Override
    public Exchange aggregate(Exchange call, Exchange run) {
        call.setProperty(FORWARDED, Call.of(call).isForwarded());
        return call;
    }
}

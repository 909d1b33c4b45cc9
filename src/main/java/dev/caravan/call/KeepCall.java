package dev.caravan.call;

import org.apache.camel.AggregationStrategy;
import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Continues with the call's own exchange and drops the exchange that ran the route. The {@link Call} has the outcome. */
@Component("keepCall")
class KeepCall implements AggregationStrategy {

    /** The exchange property that says that the route has named another call. */
    static final String FORWARDED = "callForwarded";

    @Override
    public Exchange aggregate(Exchange call, Exchange run) {
        if (Call.of(call).isForwarded()) {
            call.setProperty(FORWARDED, true);
        }
        return call;
    }
}

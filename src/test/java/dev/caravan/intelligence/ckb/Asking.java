package dev.caravan.intelligence.ckb;

import java.time.Duration;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;

/** Asks the gateway's route as a tool's route does. */
final class Asking {

    static final CkbQuestion STATE = new CkbQuestion(List.of(), "both", 1);

    private final ProducerTemplate template;

    Asking(ProducerTemplate template) {
        this.template = template;
    }

    /** @param took in all */
    record Asked(CkbAnswer answer, Duration took) {
    }

    Asked ask(CkbQuestion question) {
        long begin = System.nanoTime();
        Exchange exchange = template.request("direct:ckb-graph", asked -> asked.setVariable("ckbQuestion", question));
        Duration took = Duration.ofNanos(System.nanoTime() - begin);
        if (exchange.getException() != null) {
            throw new AssertionError("it never throws", exchange.getException());
        }
        return new Asked(exchange.getVariable("ckb", CkbAnswer.class), took);
    }

    CkbAnswer ask(String name, String direction, int depth) {
        return ask(new CkbQuestion(List.of(name), direction, depth)).answer();
    }
}

package dev.caravan.security;

import org.apache.camel.Exchange;
import org.apache.camel.Processor;
import org.springframework.stereotype.Component;

/** Says who calls, as exchange property {@value #CALLER}: in mode none {@code X-User-Id}, or {@code local}. */
@Component("identifyCaller")
class IdentifyCaller implements Processor {

    static final String CALLER = "caller";

    private static final int LONGEST = 128;

    @Override
    public void process(Exchange exchange) {
        String claimed = exchange.getMessage().getHeader("X-User-Id", String.class);
        boolean usable = claimed != null && !claimed.isBlank() && claimed.length() <= LONGEST;
        exchange.setProperty(CALLER, usable ? claimed.strip() : "local");
    }
}

package dev.caravan.http;

import org.springframework.context.ApplicationContext;

/** What a gateway's entrance has let in, for tests. */
public final class Inside {

    private Inside() {
    }

    /** Requests that are not answered yet. */
    public static int requests(ApplicationContext gateway) {
        return gateway.getBean(GracefulDrain.class).inside();
    }
}

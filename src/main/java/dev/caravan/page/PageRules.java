package dev.caravan.page;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.http.HttpRules;
import dev.caravan.security.caller.HttpRefusal;
import dev.caravan.security.caller.Right;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HttpString;
import io.undertow.util.Methods;
import java.util.Map;

/** The rules of the page's files, which anyone may read because they contain no data. */
record PageRules(PageProperties properties) implements HttpRules {

    private static final String READING = "GET, HEAD";

    @Override
    public String methods() {
        return READING;
    }

    @Override
    public Right right(HttpServerExchange exchange) {
        return Right.NONE;
    }

    @Override
    public void check(HttpServerExchange exchange) throws HttpRefusal {
        if (!properties.enabled()) {
            throw new HttpRefusal(404, "The page is disabled. Set caravan.page.enabled to serve it");
        }
        HttpString method = exchange.getRequestMethod();
        if (!Methods.GET.equals(method) && !Methods.HEAD.equals(method)) {
            throw new HttpRefusal(405, "Use GET", Map.of("Allow", READING));
        }
    }

    @Override
    public String body(HttpRefusal refusal) {
        return JsonNodeFactory.instance.objectNode().put("message", refusal.getMessage()).toString();
    }
}

package dev.caravan.http;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.caravan.security.HttpRefusal;
import dev.caravan.security.Right;
import io.undertow.server.HttpServerExchange;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The rules of one family of endpoints behind an {@link HttpGuard}. */
public interface HttpRules {

    /** Returns the methods that browsers may use, for example {@code GET, POST}. */
    String methods();

    /** Returns what the request wants to do. */
    Right right(HttpServerExchange exchange);

    /** Checks method and media types, after Host and Origin. Only the methods of {@link #methods} are allowed here. */
    default void check(HttpServerExchange exchange) throws HttpRefusal {
        if (!List.of(methods().split(", ")).contains(exchange.getRequestMethod().toString())) {
            throw new HttpRefusal(405, "Use " + methods(), Map.of("Allow", methods()));
        }
    }

    /** Returns the maximum size of a body; 0 for the setting {@code caravan.http.max-body}. */
    default long maxBody() {
        return 0;
    }

    /** Returns the JSON body of a refused request, {@code {message}}. */
    default String body(HttpRefusal refusal, Locale locale) {
        return JsonNodeFactory.instance.objectNode().put("message", refusal.message(locale)).toString();
    }
}

package dev.caravan.http;

import dev.caravan.envelope.Text;
import dev.caravan.security.HttpRefusal;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.HeaderMap;
import io.undertow.util.Headers;
import io.undertow.util.Methods;
import java.util.List;
import java.util.Map;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;

/** Negotiates content types. A request without {@code Accept} accepts JSON. */
public final class MediaTypes {

    /** What clients of the protocol send. */
    private static final List<String> BOTH = List.of("application/json, text/event-stream");

    private MediaTypes() {
    }

    /** Checks that the answer, and the body if there is one, may be JSON (406, 415). */
    public static void check(HeaderMap headers, boolean hasBody) throws HttpRefusal {
        if (hasBody && !isJson(headers.getFirst(Headers.CONTENT_TYPE))) {
            throw new HttpRefusal(415, Text.of("http.contentType"), Map.of());
        }
        if (!acceptsJson(headers.get(Headers.ACCEPT))) {
            throw new HttpRefusal(406, Text.of("http.accept"), Map.of());
        }
    }

    /** Returns whether the {@code Content-Type} is JSON. */
    public static boolean isJson(String contentType) {
        if ("application/json".equals(contentType)) {
            return true;
        }
        try {
            return contentType != null && MediaType.APPLICATION_JSON.equalsTypeAndSubtype(MediaType.parseMediaType(contentType));
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }

    /** Returns whether the {@code Accept} headers include JSON, or there are none. */
    public static boolean acceptsJson(List<String> accept) {
        if (accept == null || accept.isEmpty() || accept.size() == 1 && "*/*".equals(accept.get(0))) {
            return true;
        }
        return takes(accept, MediaType.APPLICATION_JSON);
    }

    /** Returns whether the {@code Accept} headers include event streams. */
    public static boolean acceptsEventStream(List<String> accept) {
        return accept != null && takes(accept, MediaType.TEXT_EVENT_STREAM);
    }

    /** Returns whether a person opened the address: a GET whose {@code Accept} begins with HTML. */
    public static boolean isBrowser(HttpServerExchange exchange) {
        String accept = exchange.getRequestHeaders().getFirst(Headers.ACCEPT);
        return Methods.GET.equals(exchange.getRequestMethod()) && accept != null && accept.stripLeading().startsWith("text/html");
    }

    private static boolean takes(List<String> accept, MediaType offered) {
        try {
            return BOTH.equals(accept) || MediaType.parseMediaTypes(accept).stream()
                    .anyMatch(type -> type.includes(offered) && type.getQualityValue() > 0);
        } catch (InvalidMediaTypeException e) {
            return false;
        }
    }
}

package dev.caravan.http;

import dev.caravan.envelope.Text;
import dev.caravan.security.Admission;
import dev.caravan.security.Caller;
import dev.caravan.security.RequestHeaders;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import io.undertow.util.HeaderMap;
import io.undertow.util.HeaderValues;
import io.undertow.util.PathTemplateMatch;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Locale;

/** Builds the admission request of an HTTP exchange, and stores the caller on the exchange. */
public final class AdmittedRequest {

    private static final AttachmentKey<Caller> CALLER = AttachmentKey.create(Caller.class);

    private record Headers(HeaderMap map) implements RequestHeaders {

        @Override
        public List<String> values(String name) {
            HeaderValues values = map.get(name);
            return values == null ? List.of() : values;
        }

        @Override
        public void remove(String name) {
            map.remove(name);
        }
    }

    private static final String TOOLS_OF_INSTANCE = "/{api_key}/tools";

    private AdmittedRequest() {
    }

    /** Returns the caller; null if unknown. */
    public static Caller caller(HttpServerExchange exchange) {
        return exchange.getAttachment(CALLER);
    }

    static void keep(HttpServerExchange exchange, Caller caller) {
        exchange.putAttachment(CALLER, caller);
    }

    static RequestHeaders headers(HttpServerExchange exchange) {
        return new Headers(exchange.getRequestHeaders());
    }

    static Admission.Request of(HttpServerExchange exchange) {
        String source = address(exchange);
        return new Admission.Request(headers(exchange), exchange.getRequestPath(), isAtInstance(exchange), source == null ? "/?" : source);
    }

    /**
     * Decides by the endpoint that undertow has chosen, because a path may end without a key. Over REST, only the list of an instance's
     * tools is for everybody who has the key.
     */
    private static boolean isAtInstance(HttpServerExchange exchange) {
        String key = apiKey(exchange);
        String path = exchange.getRequestPath();
        return key != null && !key.isBlank() && (path.startsWith("/mcp/") || path.startsWith("/api/v1/mcp/") && TOOLS_OF_INSTANCE
                .equals(exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY).getMatchedTemplate()));
    }

    /** Returns the API key of an instance in the path; null if there is none. */
    public static String apiKey(HttpServerExchange exchange) {
        return parameter(exchange, "api_key");
    }

    /** Returns the name of a toolset in the path; null if there is none. */
    public static String toolset(HttpServerExchange exchange) {
        return parameter(exchange, "toolset");
    }

    private static String parameter(HttpServerExchange exchange, String name) {
        PathTemplateMatch match = exchange.getAttachment(PathTemplateMatch.ATTACHMENT_KEY);
        return match == null ? null : match.getParameters().get(name);
    }

    /** Returns the language that the client prefers. */
    static Locale locale(HttpServerExchange exchange) {
        return Text.locale(exchange.getRequestHeaders().getFirst(io.undertow.util.Headers.ACCEPT_LANGUAGE));
    }

    /** Returns the client's address; null if unknown. The leading slash distinguishes it from names of callers. */
    public static String address(HttpServerExchange exchange) {
        InetSocketAddress source = exchange.getSourceAddress();
        return source == null || source.getAddress() == null ? null : "/" + source.getAddress().getHostAddress();
    }
}

package dev.caravan.source.mcp;

import dev.caravan.source.oauth.Origin;
import dev.caravan.source.oauth.RequestAuthorization;
import io.modelcontextprotocol.client.transport.ResponseBodyHandlers;
import io.modelcontextprotocol.spec.McpTransportException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Sends HTTP requests to one MCP server, with its headers and its access token. A request that the server refuses for its token is repeated
 * with a new one. Redirects to another origin are not followed, so that no header reaches another server.
 *
 * @param authorization null if requests have no other authorization than the configured headers
 */
record HttpExchanges(HttpClient client, UpstreamProperties.Server settings, RequestAuthorization authorization) {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int MOST_RENEWALS = 2;
    private static final int MOST_REDIRECTS = 3;
    private static final Set<Integer> REDIRECTS = Set.of(307, 308);

    /**
     * An answer of the server.
     *
     * @param text empty after a stream of events
     */
    record Answer(int status, HttpHeaders headers, String text, boolean wasStream) {

        boolean isOk() {
            return status / 100 == 2;
        }
    }

    /**
     * One event of a stream.
     *
     * @param id    null if the event has none
     * @param retry pause before the client connects again, in ms; null if the event does not say
     * @param data  empty if the event has none
     */
    record Event(String id, Long retry, String data) {
    }

    /** Receives an answer while it arrives. */
    interface Receiver {

        /** Called before the body arrives, with the headers of an answer that is neither 401 nor 403. */
        default void begin(HttpHeaders headers) {
        }

        /** Called for each event of an answer that is a stream. */
        void take(Event event);
    }

    /**
     * Sends a request.
     *
     * @param body null for none
     * @return the answer; that of a stream comes when the stream has ended
     */
    Mono<Answer> send(String method, Map<String, String> headers, String body, Receiver receiver) {
        return send(method, headers, body, receiver, 0);
    }

    private Mono<Answer> send(String method, Map<String, String> headers, String body, Receiver receiver, int renewals) {
        if (authorization == null) {
            return once(method, headers, body, receiver, null);
        }
        return waiting(() -> Optional.ofNullable(authorization.token()))
                .flatMap(token -> once(method, headers, body, receiver, token.orElse(null)).flatMap(answer -> {
            if (answer.status() != UNAUTHORIZED && answer.status() != FORBIDDEN || renewals == MOST_RENEWALS) {
                return Mono.just(answer);
            }
            return waiting(() -> authorization.renew(token.orElse(null), answer.status(), answer.headers().allValues("WWW-Authenticate")))
                    .flatMap(renewed -> renewed ? send(method, headers, body, receiver, renewals + 1) : Mono.just(answer));
        }));
    }

    private static <T> Mono<T> waiting(Callable<T> work) {
        return Mono.fromCallable(work).subscribeOn(Schedulers.boundedElastic());
    }

    private Mono<Answer> once(String method, Map<String, String> headers, String body, Receiver receiver, String token) {
        return Mono.defer(() -> once(URI.create(settings.url()), method, headers, body, receiver, token, 0));
    }

    private Mono<Answer> once(URI address, String method, Map<String, String> headers, String body, Receiver receiver, String token,
            int redirects) {
        int most = (int) Math.min(Integer.MAX_VALUE, settings.maxMessage().toBytes());
        return Mono.defer(() -> ResponseBodyHandlers.sendAsync(client, request(address, method, headers, body, token)))
                .flatMap(response -> {
            int status = response.statusCode();
            URI next = REDIRECTS.contains(status) && redirects < MOST_REDIRECTS ? sameOrigin(address, response.headers()) : null;
            if (next != null) {
                return ResponseBodyHandlers.<Answer>cancel(response.body())
                        .then(once(next, method, headers, body, receiver, token, redirects + 1));
            }
            if (status != UNAUTHORIZED && status != FORBIDDEN) {
                receiver.begin(response.headers());
            }
            boolean isStream = isStream(status, response.headers());
            Events events = new Events(most, receiver);
            Mono<String> text = isStream ? ResponseBodyHandlers.decodeLines(response.body(), most).doOnNext(events::take)
                    .then(Mono.just(""))
                    : ResponseBodyHandlers.decodeAggregateResponse(response.body(), most);
            return text.onErrorMap(McpTransportException.class, e -> new IOException(e.getMessage(), e))
                    .map(read -> new Answer(status, response.headers(), read, isStream));
        });
    }

    /** Returns where the answer leads, if that is the same origin. */
    private static URI sameOrigin(URI address, HttpHeaders headers) {
        try {
            URI next = address.resolve(headers.firstValue("Location").orElse("").replaceFirst("#.*", ""));
            return Origin.of(next).equals(Origin.of(address)) ? next : null;
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    private HttpRequest request(URI address, String method, Map<String, String> headers, String body, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(address)
                .method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
        headers.forEach((name, value) -> set(request, name, value));
        settings.headers().forEach((name, value) -> set(request, name, value));
        if (token != null) {
            set(request, "Authorization", "Bearer " + token);
        }
        return request.build();
    }

    /** The JDK's message has the value, which may be a secret, such as a token with a line end. */
    private static void set(HttpRequest.Builder request, String name, String value) {
        try {
            request.setHeader(name, value);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException("the header " + name + " has a name or a value that HTTP does not allow");
        }
    }

    private static boolean isStream(int status, HttpHeaders headers) {
        return status / 100 == 2 && headers.firstValue("Content-Type").orElse("").toLowerCase(Locale.ROOT).startsWith("text/event-stream");
    }

    /** Puts lines together to server-sent events. */
    private static final class Events {

        private final int maxBytes;
        private final Receiver receiver;
        private final StringBuilder data = new StringBuilder();
        private String id;
        private Long retry;
        private String type = "";

        /** @param maxBytes maximum size of one event */
        Events(int maxBytes, Receiver receiver) {
            this.maxBytes = maxBytes;
            this.receiver = receiver;
        }

        void take(String line) {
            if (line.isEmpty()) {
                dispatch();
                return;
            }
            int colon = line.indexOf(':');
            String field = colon < 0 ? line : line.substring(0, colon);
            String value = colon < 0 ? "" : line.substring(line.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
            switch (field) {
                case "id" -> id = value;
                case "event" -> type = value;
                case "data" -> data.append(value).append('\n');
                case "retry" -> retry = value.matches("\\d{1,9}") ? Long.valueOf(value) : retry;
                default -> { } // comments and unknown fields
            }
            if (data.length() > maxBytes) {
                throw new McpTransportException("a message of the server is longer than " + maxBytes + " bytes");
            }
        }

        private void dispatch() {
            boolean message = type.isEmpty() || type.equals("message");
            String whole = !message || data.isEmpty() ? "" : data.substring(0, data.length() - 1);
            Event event = new Event(id, retry, whole);
            data.setLength(0);
            type = "";
            id = null;
            retry = null;
            if (event.id() != null || event.retry() != null || !whole.isEmpty()) {
                receiver.take(event);
            }
        }
    }
}

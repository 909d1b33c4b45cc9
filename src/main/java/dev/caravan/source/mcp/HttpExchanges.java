package dev.caravan.source.mcp;

import dev.caravan.source.oauth.RequestAuthorization;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/**
 * Sends HTTP requests to one MCP server, with its headers and its access token. A request that the server refuses for its token is repeated with a
 * new one. Redirects are not followed, so that no header reaches another server.
 */
final class HttpExchanges {

    private static final int UNAUTHORIZED = 401;
    private static final int FORBIDDEN = 403;
    private static final int MOST_RENEWALS = 2;

    private final HttpClient client;
    private final URI uri;
    private final UpstreamProperties.Server settings;
    private final RequestAuthorization authorization;

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

    /** Receives an answer while it arrives. */
    interface Receiver {

        /** Called before the body arrives, with the headers of an answer that is neither 401 nor 403. */
        default void begin(HttpHeaders headers) {
        }

        /** Called for each event of an answer that is a stream. */
        void take(EventBody.Event event);
    }

    /** @param authorization null if requests have no other authorization than the configured headers */
    HttpExchanges(HttpClient client, UpstreamProperties.Server settings, RequestAuthorization authorization) {
        this.client = client;
        this.uri = URI.create(settings.url());
        this.settings = settings;
        this.authorization = authorization;
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
        return waiting(() -> Optional.ofNullable(authorization.token())).flatMap(token -> once(method, headers, body, receiver, token.orElse(null)).flatMap(answer -> {
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
        BodyHandler<String> handler = info -> {
            if (info.statusCode() != UNAUTHORIZED && info.statusCode() != FORBIDDEN) {
                receiver.begin(info.headers());
            }
            long most = settings.maxMessage().toBytes();
            return isStream(info.statusCode(), info.headers()) ? new EventBody(most, receiver::take) : new LimitedText(most);
        };
        return Mono.fromFuture(() -> client.sendAsync(request(method, headers, body, token), handler)).map(HttpExchanges::answer);
    }

    private HttpRequest request(String method, Map<String, String> headers, String body, String token) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
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

    private static Answer answer(HttpResponse<String> response) {
        return new Answer(response.statusCode(), response.headers(), response.body(), isStream(response.statusCode(), response.headers()));
    }

    private static boolean isStream(int status, HttpHeaders headers) {
        return status / 100 == 2 && headers.firstValue("Content-Type").orElse("").toLowerCase(java.util.Locale.ROOT).startsWith("text/event-stream");
    }
}

package dev.caravan.upstream;

import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpSchema.JSONRPCMessage;
import io.modelcontextprotocol.spec.McpTransportException;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import reactor.core.publisher.Mono;

/**
 * The SDK's Streamable HTTP transport, except that the connection ends when the server answers with something other than a message. With the SDK's
 * own transport, the caller would wait until its timeout.
 */
final class HttpTransport implements McpClientTransport {

    private final McpClientTransport http;
    private final Watcher watcher;

    HttpTransport(String name, UpstreamProperties.Server settings, McpJsonMapper mapper, Watcher watcher) {
        ClientCredentials credentials = settings.oauth() == null ? null : new ClientCredentials(name, settings.oauth(), settings.url());
        URI uri = URI.create(settings.url());
        String endpoint = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        this.watcher = watcher;
        this.http = HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getRawAuthority())
                .endpoint(endpoint.isEmpty() ? "/" : endpoint)
                .jsonMapper(mapper)
                .connectTimeout(settings.timeout())
                .maxResponseSize((int) Math.min(settings.maxMessage().toBytes(), Integer.MAX_VALUE))
                .httpRequestCustomizer((request, method, target, body, context) -> {
                    settings.headers().forEach(request::setHeader);
                    if (credentials != null) {
                        request.setHeader("Authorization", "Bearer " + credentials.token());
                    }
                })
                .build();
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        http.setExceptionHandler(failure -> {
            if (failure instanceof McpTransportSessionNotFoundException) {
                watcher.forgotten();
            }
            handler.accept(failure);
            if (failure instanceof McpTransportException && failure.getCause() instanceof IOException) {
                watcher.ended("it answered what is no message");
            }
        });
    }

    @Override
    public Mono<Void> connect(Function<Mono<JSONRPCMessage>, Mono<JSONRPCMessage>> handler) {
        return http.connect(handler);
    }

    @Override
    public Mono<Void> sendMessage(JSONRPCMessage message) {
        return http.sendMessage(message);
    }

    @Override
    public <T> T unmarshalFrom(Object data, TypeRef<T> type) {
        return http.unmarshalFrom(data, type);
    }

    @Override
    public List<String> protocolVersions() {
        return http.protocolVersions();
    }

    @Override
    public Mono<Void> closeGracefully() {
        return http.closeGracefully();
    }
}

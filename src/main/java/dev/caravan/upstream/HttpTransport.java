package dev.caravan.upstream;

import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import io.modelcontextprotocol.spec.McpTransportException;
import io.modelcontextprotocol.spec.McpTransportSessionNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.function.Consumer;

/**
 * The SDK's Streamable HTTP transport, except that the connection ends when the server answers with something other than a message. With the SDK's
 * own transport, the caller would wait until its timeout.
 */
final class HttpTransport extends PassingTransport {

    private final Watcher watcher;

    HttpTransport(UpstreamProperties.Server settings, ServerHeaders headers, McpJsonMapper mapper, Watcher watcher) {
        super(http(settings, headers, mapper));
        this.watcher = watcher;
    }

    private static McpClientTransport http(UpstreamProperties.Server settings, ServerHeaders headers, McpJsonMapper mapper) {
        URI uri = URI.create(settings.url());
        String endpoint = uri.getRawPath() + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery());
        return HttpClientStreamableHttpTransport.builder(uri.getScheme() + "://" + uri.getRawAuthority())
                .endpoint(endpoint.isEmpty() ? "/" : endpoint)
                .jsonMapper(mapper)
                .connectTimeout(settings.timeout())
                .maxResponseSize((int) Math.min(settings.maxMessage().toBytes(), Integer.MAX_VALUE))
                .httpRequestCustomizer((request, method, target, body, context) -> headers.addTo(request))
                .build();
    }

    @Override
    public void setExceptionHandler(Consumer<Throwable> handler) {
        super.setExceptionHandler(failure -> {
            if (failure instanceof McpTransportSessionNotFoundException) {
                watcher.forgotten();
            }
            handler.accept(failure);
            if (failure instanceof McpTransportException && failure.getCause() instanceof IOException) {
                watcher.ended("it answered what is no message");
            }
        });
    }
}

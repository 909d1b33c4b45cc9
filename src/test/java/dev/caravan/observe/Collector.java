package dev.caravan.observe;

import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.GZIPInputStream;

/**
 * A collector of OpenTelemetry traces that takes OTLP over HTTP and keeps what it is sent; and a search service that finds nothing and
 * notes in which trace it is asked.
 */
final class Collector implements AutoCloseable {

    private final HttpServer server;
    private final List<Span> spans = new CopyOnWriteArrayList<>();
    private final Set<String> services = ConcurrentHashMap.newKeySet();
    private final List<Headers> headers = new CopyOnWriteArrayList<>();
    private final List<String> searches = new CopyOnWriteArrayList<>();

    Collector() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/v1/traces", this::take);
        server.createContext("/search", this::search);
        server.start();
    }

    private void take(HttpExchange exchange) throws IOException {
        headers.add(exchange.getRequestHeaders());
        boolean zipped = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream body = zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().forEach(resource -> {
                resource.getResource().getAttributesList().stream().filter(attribute -> attribute.getKey().equals("service.name"))
                        .forEach(attribute -> services.add(attribute.getValue().getStringValue()));
                resource.getScopeSpansList().forEach(scope -> spans.addAll(scope.getSpansList()));
            });
        }
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(200, -1);
        exchange.close();
    }

    private void search(HttpExchange exchange) throws IOException {
        searches.add(String.valueOf(exchange.getRequestHeaders().getFirst("traceparent")));
        byte[] nothing = "{\"query\":\"\",\"results\":[]}".getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, nothing.length);
        exchange.getResponseBody().write(nothing);
        exchange.getResponseBody().close(); // and not the connection
    }

    /** Whose spans these are. */
    Set<String> services() {
        return Set.copyOf(services);
    }

    /** Of each request that brought spans. */
    List<Headers> headers() {
        return List.copyOf(headers);
    }

    /** The {@code traceparent} of each search. */
    List<String> searches() {
        return List.copyOf(searches);
    }

    String searchUrl() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String endpoint() {
        return "http://127.0.0.1:" + server.getAddress().getPort() + "/v1/traces";
    }

    List<Span> spans() {
        return List.copyOf(spans);
    }

    /** Those of a trace, once its span of a call has come, which ends last. */
    List<Span> trace(String traceId) {
        await().until(() -> of(traceId).stream().anyMatch(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER));
        return of(traceId);
    }

    private List<Span> of(String traceId) {
        return spans.stream().filter(span -> hex(span.getTraceId()).equals(traceId)).toList();
    }

    /** That of the call. */
    static Span server(List<Span> trace) {
        return trace.stream().filter(span -> span.getKind() == Span.SpanKind.SPAN_KIND_SERVER).findFirst().orElseThrow();
    }

    /** Those right below that one. */
    static List<Span> children(List<Span> trace, Span parent) {
        return trace.stream().filter(span -> span.getParentSpanId().equals(parent.getSpanId())).toList();
    }

    static String hex(com.google.protobuf.ByteString id) {
        return HexFormat.of().formatHex(id.toByteArray());
    }

    static String attribute(Span span, String key) {
        return span.getAttributesList().stream().filter(attribute -> attribute.getKey().equals(key))
                .map(attribute -> attribute.getValue().getStringValue())
                .findFirst().orElse(null);
    }

    @Override
    public void close() {
        server.stop(0);
    }
}

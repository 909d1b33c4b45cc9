package dev.caravan.source.mcp;

import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Traces;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Adds a trace span for each HTTP request, until its answer begins, and sends it in {@code traceparent}. The span has the host and port, but neither
 * path nor query, which may contain the caller's data.
 */
final class HttpSpans implements ExecChainHandler {

    private final Traces traces;

    HttpSpans(Traces traces) {
        this.traces = traces;
    }

    @Override
    public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain) throws IOException, HttpException {
        Map<String, String> attributes = new LinkedHashMap<>();
        attributes.put("http.request.method", request.getMethod());
        attributes.put("server.address", scope.route.getTargetHost().getHostName());
        attributes.put("server.port", String.valueOf(scope.route.getTargetHost().getPort()));
        try (ClientSpan step = traces.step(request.getMethod(), attributes)) {
            if (step.traceparent() != null) {
                request.setHeader("traceparent", step.traceparent());
            }
            try {
                ClassicHttpResponse response = chain.proceed(request, scope);
                step.describe("http.response.status_code", String.valueOf(response.getCode()));
                if (response.getCode() >= 400) {
                    step.failed(String.valueOf(response.getCode()));
                }
                return response;
            } catch (IOException | HttpException | RuntimeException e) {
                step.failed(e);
                throw e;
            }
        }
    }
}

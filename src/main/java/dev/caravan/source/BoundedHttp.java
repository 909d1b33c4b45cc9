package dev.caravan.source;

import dev.caravan.envelope.AnswerTooBigException;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Traces;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.entity.GZIPInputStreamFactory;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.util.unit.DataSize;

/**
 * Limits time and size of the answers that an {@code http:} endpoint receives. Use it with {@code httpClientConfigurer: "#boundedHttp"}.
 *
 * <p>The endpoint's {@code responseTimeout} then limits the time from the request to the last byte of the answer. Without this class, it
 * limits only the pause between two bytes. The header {@code Caravan-Limit-Millis} of a request sets a shorter limit.
 *
 * <p>An answer larger than {@code caravan.upstream.max-http-response}, decompressed, is refused. Only gzip is asked for and read, whatever
 * libraries for other encodings are there. {@code "#boundedDatabaseHttp"} allows larger answers, for pages of rows from databases. After a
 * refusal or timeout, the connection is closed without reading the rest.
 */
public class BoundedHttp implements HttpClientConfigurer, DisposableBean {

    /** Header with the time limit of a request in milliseconds. It is not sent to the service. */
    private static final String LIMIT = "Caravan-Limit-Millis";

    private final int maxBytes;
    private final Traces traces;
    private final ScheduledThreadPoolExecutor alarms;

    /** @param traces null for no traces */
    public BoundedHttp(DataSize most, Traces traces) {
        this.traces = traces;
        this.maxBytes = Math.toIntExact(most.toBytes());
        this.alarms = (ScheduledThreadPoolExecutor) Executors.newScheduledThreadPool(1,
                new CamelThreadFactory("#name#", "bounded-http", true));
        alarms.setRemoveOnCancelPolicy(true);
    }

    @Override
    public void configureHttpClient(HttpClientBuilder builder) {
        builder.setRetryStrategy(new OnceMore());
        builder.disableCookieManagement().disableAuthCaching().disableConnectionState();
        builder.setContentDecoderRegistry(new LinkedHashMap<>(Map.of("gzip", GZIPInputStreamFactory.getInstance())));
        builder.addExecInterceptorFirst("bounds", new Bounds());
        if (traces != null && traces.isOn()) {
            builder.addExecInterceptorFirst("spans", new HttpSpans());
        }
    }

    @Override
    public void destroy() {
        alarms.shutdownNow();
    }

    /**
     * Retries a request once if the kept connection turns out to be closed. Unlike the default, it does not retry after status 429 or 503,
     * nor after a timeout.
     */
    private static final class OnceMore extends DefaultHttpRequestRetryStrategy {

        OnceMore() {
            super(1, TimeValue.ofMilliseconds(20));
        }

        @Override
        public boolean retryRequest(HttpRequest request, IOException failure, int count, HttpContext context) {
            boolean wasClosed = failure instanceof NoHttpResponseException
                    || failure instanceof SocketException && String.valueOf(failure.getMessage()).startsWith("Connection reset");
            return wasClosed && super.retryRequest(request, failure, count, context);
        }

        @Override
        public boolean retryRequest(HttpResponse response, int count, HttpContext context) {
            return false;
        }
    }

    /** Reads the whole answer, so that its size and time are known before the route goes on. */
    private final class Bounds implements ExecChainHandler {

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            long limit = limit(request, scope.clientContext.getRequestConfigOrDefault().getResponseTimeout());
            AtomicBoolean late = new AtomicBoolean();
            Future<?> alarm = limit == 0 ? null : alarms.schedule(() -> {
                late.set(true);
                scope.execRuntime.discardEndpoint();
            }, limit, TimeUnit.MILLISECONDS);
            try {
                ClassicHttpResponse response = chain.proceed(request, scope);
                if (response.getEntity() != null) {
                    response.setEntity(whole(response.getEntity()));
                }
                if (late.get()) {
                    throw new IOException("its time is over");
                }
                return response;
            } catch (IOException e) {
                scope.execRuntime.discardEndpoint(); // the rest of the answer is not read
                throw late.get() && !(e instanceof InterruptedIOException) ? new SocketTimeoutException("no whole answer within " + limit
                        + " ms") : e;
            } finally {
                if (alarm != null) {
                    alarm.cancel(false);
                }
            }
        }

        private HttpEntity whole(HttpEntity entity) throws IOException {
            byte[] bytes = entity.getContentLength() > maxBytes ? null : entity.getContent().readNBytes(maxBytes + 1);
            if (bytes == null || bytes.length > maxBytes) {
                throw new AnswerTooBigException(maxBytes);
            }
            entity.close();
            return new ByteArrayEntity(bytes, ContentType.parseLenient(entity.getContentType()), entity.getContentEncoding());
        }
    }

    /** Returns the time limit in milliseconds; 0 for none. A request's own limit applies if it is shorter than the endpoint's. */
    private static long limit(HttpRequest request, Timeout most) {
        long limit = most == null ? 0 : most.toMilliseconds();
        Header own = request.getFirstHeader(LIMIT);
        if (own == null) {
            return limit;
        }
        request.removeHeaders(LIMIT);
        long less = Math.max(1, Long.parseLong(own.getValue()));
        return limit == 0 ? less : Math.min(limit, less);
    }

    /**
     * Adds a trace span for each HTTP request, until its answer begins, and sends it in {@code traceparent}. The span has the host and
     * port, but neither path nor query, which may contain the caller's data.
     */
    private final class HttpSpans implements ExecChainHandler {

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            HttpHost host = scope.route.getTargetHost();
            Map<String, String> attributes = Map.of("http.request.method", request.getMethod(), "server.address", host.getHostName(),
                    "server.port", String.valueOf(host.getPort()));
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
}

package dev.caravan.source;

import dev.caravan.envelope.AnswerTooBigException;
import dev.caravan.observe.ClientSpan;
import dev.caravan.observe.Traces;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.camel.component.http.HttpClientConfigurer;
import org.apache.camel.util.concurrent.CamelThreadFactory;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.entity.GZIPInputStreamFactory;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.io.entity.HttpEntityWrapper;
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

    private final long maxBytes;
    private final Traces traces;
    private final ScheduledThreadPoolExecutor alarms;

    /** @param traces null for no traces */
    public BoundedHttp(DataSize most, Traces traces) {
        this.traces = traces;
        this.maxBytes = most.toBytes();
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

    private final class Bounds implements ExecChainHandler {

        @Override
        public ClassicHttpResponse execute(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
                throws IOException, HttpException {
            Run run = new Run(scope, limit(request, scope.clientContext.getRequestConfigOrDefault().getResponseTimeout()));
            boolean goesOn = false;
            try {
                ClassicHttpResponse response = chain.proceed(request, scope);
                run.checkTime();
                if (response.getEntity() != null) {
                    run.checkSize(response.getEntity().getContentLength());
                    response.setEntity(new Bounded(response.getEntity(), run));
                    goesOn = true;
                }
                return response;
            } catch (IOException e) {
                throw run.explained(e);
            } finally {
                if (!goesOn) {
                    run.end();
                }
            }
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

    /** One request with its timer. */
    private final class Run {

        private final ExecChain.Scope scope;
        private final long limit;
        private final ScheduledFuture<?> alarm;
        private volatile boolean late;

        Run(ExecChain.Scope scope, long limit) {
            this.scope = scope;
            this.limit = limit;
            this.alarm = limit == 0 ? null : alarms.schedule(() -> {
                late = true;
                scope.execRuntime.discardEndpoint();
            }, limit, TimeUnit.MILLISECONDS);
        }

        void checkSize(long bytes) throws IOException {
            if (bytes > maxBytes) {
                discard();
                throw new AnswerTooBigException(maxBytes);
            }
        }

        /** Fails if the time limit passed before the answer began. The wait for a pooled connection counts too. */
        void checkTime() throws IOException {
            if (late) {
                discard();
                throw tooLate();
            }
        }

        void end() {
            if (alarm != null) {
                alarm.cancel(false);
            }
        }

        IOException explained(IOException e) {
            return late && !(e instanceof InterruptedIOException) ? tooLate() : e;
        }

        private SocketTimeoutException tooLate() {
            return new SocketTimeoutException("no whole answer within " + limit + " ms");
        }

        void discard() {
            scope.execRuntime.discardEndpoint();
        }
    }

    private static final class Bounded extends HttpEntityWrapper {

        private final Run run;
        private InputStream content;

        Bounded(HttpEntity entity, Run run) {
            super(entity);
            this.run = run;
        }

        /** Returns the same stream each time, because camel-http gets the content again to close it. */
        @Override
        public InputStream getContent() throws IOException {
            content = content == null ? new BoundedStream(super.getContent()) : content;
            return content;
        }

        @Override
        public void close() throws IOException {
            run.end();
            super.close();
        }

        private final class BoundedStream extends FilterInputStream {

            private long count;
            private boolean whole;

            BoundedStream(InputStream in) {
                super(in);
            }

            @Override
            public int read() throws IOException {
                byte[] one = new byte[1];
                return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
            }

            @Override
            public int read(byte[] bytes, int offset, int length) throws IOException {
                try {
                    int read = in.read(bytes, offset, length);
                    count += Math.max(0, read);
                    run.checkSize(count);
                    // a reader that knows the length, such as camel-http, does not read the end of the stream
                    whole = read < 0 || count == getContentLength();
                    if (read < 0) {
                        run.end();
                    }
                    return read;
                } catch (IOException e) {
                    run.end();
                    throw run.explained(e);
                }
            }

            /** Closes the stream without reading the rest, since that could take a long time. */
            @Override
            public void close() throws IOException {
                run.end();
                if (!whole) {
                    run.discard();
                }
                in.close();
            }
        }
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

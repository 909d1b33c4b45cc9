package dev.caravan.http;

import dev.caravan.store.Budget;
import io.undertow.Undertow;
import io.undertow.UndertowOptions;
import io.undertow.protocols.ssl.UndertowXnioSsl;
import io.undertow.server.DefaultByteBufferPool;
import io.undertow.server.HttpHandler;
import io.undertow.server.protocol.http.HttpOpenListener;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import org.apache.camel.component.undertow.UndertowHostKey;
import org.apache.camel.component.undertow.UndertowHostOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.web.server.WebServerException;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.OptionMap;
import org.xnio.Options;
import org.xnio.StreamConnection;
import org.xnio.Xnio;
import org.xnio.XnioWorker;
import org.xnio.channels.AcceptingChannel;

/**
 * Serves one port with HTTP/1.1. It replaces {@link Undertow}, whose listener has no place for {@link ConnectionsPerAddress}. It also
 * limits the phases before a request reaches its route.
 */
record EntryServer(XnioWorker worker, DefaultByteBufferPool buffers, AcceptingChannel<? extends StreamConnection> channel) {

    private static final int BACKLOG = 1_000;
    /** The size that {@link Undertow} uses: 16 KB, less what the JDK needs to copy one at once. */
    private static final int BUFFER = 16 * 1024 - 20;
    private static final int BUFFERS_OF_THREAD = 4;
    /** Limits the stop in seconds. {@link GracefulDrain} has waited for requests before. */
    private static final long LONGEST_STOP_S = 2;

    /**
     * Opens the port.
     *
     * @throws UncheckedIOException if the port can't be opened
     */
    static EntryServer start(UndertowHostKey key, UndertowHostOptions options, HttpProperties properties, EntryTls tls,
            HttpHandler handler) {
        Xnio xnio = Xnio.getInstance(Undertow.class.getClassLoader());
        int ioThreads = options.getIoThreads() != null ? options.getIoThreads() : Math.max(2, Runtime.getRuntime().availableProcessors());
        boolean direct = options.getDirectBuffers() == null || options.getDirectBuffers();
        DefaultByteBufferPool buffers = new DefaultByteBufferPool(direct,
                options.getBufferSize() != null ? options.getBufferSize() : BUFFER, -1,
                BUFFERS_OF_THREAD);
        XnioWorker worker = null;
        try {
            worker = xnio.createWorker(OptionMap.builder().set(Options.WORKER_IO_THREADS, ioThreads)
                    .set(Options.CONNECTION_HIGH_WATER, 1_000_000).set(Options.CONNECTION_LOW_WATER, 1_000_000)
                    .set(Options.WORKER_TASK_CORE_THREADS, options.getWorkerThreads())
                    .set(Options.WORKER_TASK_MAX_THREADS, options.getWorkerThreads())
                    .set(Options.TCP_NODELAY, true).set(Options.CORK, true).getMap());
            HttpOpenListener http = new HttpOpenListener(buffers, OptionMap.builder().set(UndertowOptions.BUFFER_PIPELINED_DATA, true)
                    .set(UndertowOptions.REQUEST_PARSE_TIMEOUT, millis(properties.headerTimeout()))
                    .set(UndertowOptions.NO_REQUEST_TIMEOUT, millis(properties.idleTimeout()))
                    .set(UndertowOptions.MAX_HEADER_SIZE, Math.toIntExact(properties.maxHeaders().toBytes()))
                    // BodyLimits limits bodies; Undertow's limit of 2 MB would close the connection before the client has the answer
                    .set(UndertowOptions.MAX_ENTITY_SIZE, -1L).getMap());
            http.setRootHandler(exchange -> {
                handler.handleRequest(exchange);
                if (!exchange.isDispatched()) {
                    UnreadRequest.endSoon(exchange);
                }
            });
            ChannelListener<StreamConnection> opened = new ConnectionsPerAddress(connection -> {
                connection.getSourceChannel().setConduit(new StrictFraming(connection.getSourceChannel().getConduit()));
                http.handleEvent(connection);
            }, properties.maxConnectionsPerAddress());
            AcceptingChannel<? extends StreamConnection> channel = listen(xnio, worker, key, tls, opened, ioThreads);
            channel.resumeAccepts();
            return new EntryServer(worker, buffers, channel);
        } catch (IOException e) {
            if (worker != null) {
                worker.shutdownNow();
            }
            buffers.close();
            throw new UncheckedIOException("Port " + key.getPort() + " of " + key.getHost() + " can't be opened: " + e.getMessage(), e);
        }
    }

    private static AcceptingChannel<? extends StreamConnection> listen(Xnio xnio, XnioWorker worker, UndertowHostKey key, EntryTls tls,
            ChannelListener<StreamConnection> opened, int ioThreads) throws IOException {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getByName(key.getHost()), key.getPort());
        OptionMap options = OptionMap.builder().set(Options.WORKER_IO_THREADS, ioThreads).set(Options.TCP_NODELAY, true)
                .set(Options.REUSE_ADDRESSES, true)
                .set(Options.BALANCING_TOKENS, 1).set(Options.BALANCING_CONNECTIONS, 2).set(Options.BACKLOG, BACKLOG).getMap();
        if (tls == null) {
            return worker.createStreamConnectionServer(address, ChannelListeners.openListenerAdapter(opened), options);
        }
        UndertowXnioSsl ssl = new UndertowXnioSsl(xnio, OptionMap.create(Options.USE_DIRECT_BUFFERS, true), tls.current()) {
            @Override
            public SSLContext getSslContext() {
                return tls.current();
            }
        };
        return ssl.createSslConnectionServer(worker, address, ChannelListeners.openListenerAdapter(opened), options);
    }

    private static int millis(Duration duration) {
        return Math.toIntExact(duration.toMillis());
    }

    /** Waits briefly for running requests. */
    void stop() {
        IoUtils.safeClose(channel);
        worker.shutdown();
        try {
            if (!worker.awaitTermination(LONGEST_STOP_S, TimeUnit.SECONDS)) {
                worker.shutdownNow();
            }
        } catch (InterruptedException e) {
            worker.shutdownNow();
            Thread.currentThread().interrupt();
        }
        buffers.close();
    }

    /** Accepts connections up to a limit per address and closes further ones at once. */
    static final class ConnectionsPerAddress implements ChannelListener<StreamConnection> {

        private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);

        private final ChannelListener<StreamConnection> next;
        private final Budget open;

        /** @param most limit of connections per address; 0 means no limit */
        ConnectionsPerAddress(ChannelListener<StreamConnection> next, int most) {
            this.next = next;
            this.open = new Budget(most);
        }

        @Override
        public void handleEvent(StreamConnection connection) {
            java.net.InetSocketAddress peer = connection.getPeerAddress(java.net.InetSocketAddress.class);
            String address = peer == null || peer.getAddress() == null ? null : peer.getAddress().getHostAddress();
            try {
                open.take(address, 1);
            } catch (Budget.FullException full) {
                LOG.debug("Connection closed because its address has reached the limit limit={}", open.perOwner());
                IoUtils.safeClose(connection);
                return;
            }
            next.handleEvent(connection);
            whenClosed(connection, address);
        }

        /** Adds the close listener after the server has accepted the connection, because the server sets its own listener. */
        private void whenClosed(StreamConnection connection, String address) {
            AtomicBoolean left = new AtomicBoolean();
            Runnable leave = () -> {
                if (left.compareAndSet(false, true)) {
                    open.give(address, 1);
                }
            };
            ChannelListener<? super StreamConnection> theirs = connection.getCloseListener();
            connection.setCloseListener(closed -> {
                leave.run();
                ChannelListeners.invokeChannelListener(closed, theirs);
            });
            if (!connection.isOpen()) {
                leave.run();
            }
        }
    }

    /** The gateway's own port can't be opened. */
    static final class PortException extends WebServerException {

        PortException(UncheckedIOException reason) {
            super(reason.getMessage() + ". Stop the process that uses the port, or change caravan.http.port or caravan.http.host", reason);
        }
    }
}

package dev.caravan.mcp.http;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.server.protocol.http.HttpServerConnection;
import java.io.IOException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.conduits.StreamSourceConduit;

/**
 * Detects at once that the client of a request or an open answer has closed its connection. Undertow itself reads nothing until the answer
 * is complete, and then goes on reading.
 */
record ClientDisconnect(HttpServerExchange exchange, HttpServerConnection connection, StreamSourceConduit source, Runnable whenGone) {

    private static final Logger LOG = LoggerFactory.getLogger(ClientDisconnect.class);

    /**
     * Starts to watch. Call it on the I/O thread after the request is read, and complete the answer on that thread. Does nothing if the
     * connection has sent a part of its next request, or has sent one early before: Undertow then holds finished answers back as long as
     * bytes wait.
     *
     * @param whenGone runs on the I/O thread when the client has closed its side
     */
    static void watch(HttpServerExchange exchange, Runnable whenGone) {
        if (exchange.isRequestComplete() && exchange.getConnection() instanceof HttpServerConnection connection
                && (!exchange.isPersistent() || connection.getExtraBytes() == null && connection.getPipelineBuffer() == null)) {
            ClientDisconnect disconnect = new ClientDisconnect(exchange, connection, connection.getOriginalSourceConduit(), whenGone);
            connection.getChannel().getSourceChannel().setReadListener(readable -> disconnect.read());
            disconnect.source.resumeReads();
        }
    }

    /**
     * Stops watching a client that sends more data. The next heartbeat then finds out whether it is connected. The data is kept if it
     * belongs to a next request.
     */
    private void read() {
        source.suspendReads();
        PooledByteBuffer buffer = connection.getByteBufferPool().allocate();
        int length = -1;
        try {
            length = source.read(buffer.getBuffer());
        } catch (IOException e) {
            LOG.debug("Client disconnected", e);
        } finally {
            if (length > 0 && exchange.isPersistent() && connection.isOpen()) {
                buffer.getBuffer().flip();
                connection.setExtraBytes(buffer);
            } else {
                buffer.close();
            }
        }
        if (length < 0) {
            whenGone.run();
        } else if (length == 0) {
            source.resumeReads();
        }
    }
}

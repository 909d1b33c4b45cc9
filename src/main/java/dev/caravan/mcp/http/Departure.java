package dev.caravan.mcp.http;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.AbstractServerConnection;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import org.xnio.conduits.StreamSourceConduit;

/** Notices at once that the client of an open answer has closed its connection. Undertow itself reads nothing while an answer is open. */
final class Departure {

    private final AbstractServerConnection connection;
    private final StreamSourceConduit source;
    private final Runnable whenGone;

    private Departure(AbstractServerConnection connection, Runnable whenGone) {
        this.connection = connection;
        this.source = connection.getOriginalSourceConduit();
        this.whenGone = whenGone;
    }

    /**
     * On the I/O thread, once the request is read. The connection must end with the answer.
     *
     * @param whenGone runs on the I/O thread when the client has closed its side
     */
    static void watch(HttpServerExchange exchange, Runnable whenGone) {
        if (exchange.isRequestComplete() && exchange.getConnection() instanceof AbstractServerConnection connection) {
            Departure departure = new Departure(connection, whenGone);
            connection.getChannel().getSourceChannel().setReadListener(readable -> departure.read());
            departure.source.resumeReads();
        }
    }

    /** A client that sends more is watched no longer: its next heartbeat tells whether it is there. */
    private void read() {
        source.suspendReads();
        int length;
        try (PooledByteBuffer pooled = connection.getByteBufferPool().allocate()) {
            length = source.read(pooled.getBuffer());
        } catch (IOException e) {
            length = -1;
        }
        if (length < 0) {
            whenGone.run();
        } else if (length == 0) {
            source.resumeReads();
        }
    }
}

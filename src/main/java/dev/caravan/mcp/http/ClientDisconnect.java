package dev.caravan.mcp.http;

import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.AbstractServerConnection;
import io.undertow.server.HttpServerExchange;
import java.io.IOException;
import org.xnio.conduits.StreamSourceConduit;

/** Detects at once that the client of an open answer has closed its connection. Undertow itself reads nothing while an answer is open. */
final class ClientDisconnect {

    private final AbstractServerConnection connection;
    private final StreamSourceConduit source;
    private final Runnable whenGone;

    private ClientDisconnect(AbstractServerConnection connection, Runnable whenGone) {
        this.connection = connection;
        this.source = connection.getOriginalSourceConduit();
        this.whenGone = whenGone;
    }

    /**
     * Starts to watch. Call it on the I/O thread after the request is read. The connection must end with the answer.
     *
     * @param whenGone runs on the I/O thread when the client has closed its side
     */
    static void watch(HttpServerExchange exchange, Runnable whenGone) {
        if (exchange.isRequestComplete() && exchange.getConnection() instanceof AbstractServerConnection connection) {
            ClientDisconnect disconnect = new ClientDisconnect(connection, whenGone);
            connection.getChannel().getSourceChannel().setReadListener(readable -> disconnect.read());
            disconnect.source.resumeReads();
        }
    }

    /** Stops watching a client that sends more data. The next heartbeat then finds out whether it is connected. */
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

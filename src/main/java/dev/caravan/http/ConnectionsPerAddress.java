package dev.caravan.http;

import dev.caravan.security.caller.Shares;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/** Accepts connections up to a limit per address and closes further ones at once. */
final class ConnectionsPerAddress implements ChannelListener<StreamConnection> {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);

    private final ChannelListener<StreamConnection> next;
    private final Shares<InetAddress> open;

    /** @param most limit of connections per address; 0 means no limit */
    ConnectionsPerAddress(ChannelListener<StreamConnection> next, int most) {
        this.next = next;
        this.open = new Shares<>(most);
    }

    @Override
    public void handleEvent(StreamConnection connection) {
        java.net.InetSocketAddress peer = connection.getPeerAddress(java.net.InetSocketAddress.class);
        InetAddress address = peer == null ? null : peer.getAddress();
        if (!open.take(address, 1)) {
            LOG.debug("Connection closed because its address has reached the limit limit={}", open.most());
            IoUtils.safeClose(connection);
        } else {
            next.handleEvent(connection);
            whenClosed(connection, address);
        }
    }

    /** Adds the close listener after the server has accepted the connection, because the server sets its own listener. */
    private void whenClosed(StreamConnection connection, InetAddress address) {
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

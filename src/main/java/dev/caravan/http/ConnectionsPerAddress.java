package dev.caravan.http;

import java.net.InetAddress;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.ChannelListener;
import org.xnio.ChannelListeners;
import org.xnio.IoUtils;
import org.xnio.StreamConnection;

/** Takes connections as long as their address has fewer than it may; closes others at once. */
final class ConnectionsPerAddress implements ChannelListener<StreamConnection> {

    private static final Logger LOG = LoggerFactory.getLogger(ConnectionsPerAddress.class);

    private final ChannelListener<StreamConnection> next;
    private final int most;
    private final ConcurrentMap<InetAddress, Integer> open = new ConcurrentHashMap<>();

    /** @param most 0: any number */
    ConnectionsPerAddress(ChannelListener<StreamConnection> next, int most) {
        this.next = next;
        this.most = most;
    }

    @Override
    public void handleEvent(StreamConnection connection) {
        java.net.InetSocketAddress peer = connection.getPeerAddress(java.net.InetSocketAddress.class);
        InetAddress address = peer == null ? null : peer.getAddress();
        if (most == 0 || address == null) {
            next.handleEvent(connection);
        } else if (open.merge(address, 1, Integer::sum) > most) {
            LOG.debug("A connection was closed: its address has {} already", most);
            leave(address);
            IoUtils.safeClose(connection);
        } else {
            next.handleEvent(connection);
            whenClosed(connection, address);
        }
    }

    /** After the server has taken the connection, since it sets a listener of its own. */
    private void whenClosed(StreamConnection connection, InetAddress address) {
        AtomicBoolean left = new AtomicBoolean();
        Runnable leave = () -> {
            if (left.compareAndSet(false, true)) {
                leave(address);
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

    private void leave(InetAddress address) {
        open.computeIfPresent(address, (same, count) -> count == 1 ? null : count - 1);
    }
}

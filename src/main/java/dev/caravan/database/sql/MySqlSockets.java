package dev.caravan.database.sql;

import java.io.FilterInputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import org.mariadb.jdbc.Configuration;
import org.mariadb.jdbc.export.SslMode;
import org.mariadb.jdbc.util.ConfigurableSocketFactory;

/**
 * Sockets for MySQL's driver that refuse a row larger than {@value #LIMIT} bytes before the driver allocates memory for it. A row is a packet, and a
 * packet begins with its length. With TLS or compression the packets are not visible. The connection then ends when more than 16 MB arrive, as sent,
 * before a row is complete or another command starts.
 */
public final class MySqlSockets extends ConfigurableSocketFactory {

    /** Connection property with the limit in bytes. */
    static final String LIMIT = "caravanMostOfRow";

    /** Bytes. Answers that are not rows, such as names of columns, are smaller. */
    private static final long LEAST = 64 << 10;

    /** Maximum bytes when the packets are not visible. */
    private static final long MOST_HIDDEN = 16 << 20;

    /** Bytes that the thread's connection received since the last complete row. */
    private static final ThreadLocal<Long> HIDDEN = ThreadLocal.withInitial(() -> 0L);

    private long most = Long.MAX_VALUE;

    @Override
    public void setConfiguration(Configuration configuration, String host) {
        if (configuration.sslMode() == SslMode.DISABLE && !configuration.useCompression()) {
            most = Math.max(LEAST, Long.parseLong(configuration.nonMappedOptions().getProperty(LIMIT)));
        }
    }

    @Override
    public Socket createSocket() {
        return new Socket() {

            private InputStream packets;

            @Override
            public InputStream getInputStream() throws IOException {
                packets = packets == null ? new Packets(super.getInputStream()) : packets;
                return packets;
            }

            @Override
            public OutputStream getOutputStream() throws IOException {
                return new FilterOutputStream(super.getOutputStream()) {
                    @Override
                    public void write(byte[] bytes, int offset, int length) throws IOException {
                        rowRead();
                        out.write(bytes, offset, length);
                    }
                };
            }
        };
    }

    /** Resets the count of bytes, because a row of the thread's connection is complete. */
    static void rowRead() {
        HIDDEN.set(0L);
    }

    @Override
    public Socket createSocket(String host, int port) {
        throw new UnsupportedOperationException("The driver connects");
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("The driver connects");
    }

    @Override
    public Socket createSocket(InetAddress host, int port) {
        throw new UnsupportedOperationException("The driver connects");
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort) {
        throw new UnsupportedOperationException("The driver connects");
    }

    /** Ends a connection whose server sends a row that is too large. */
    static final class LargeRowException extends IOException {

        private static final long serialVersionUID = 1;

        LargeRowException(long bytes) {
            super("a row has " + bytes + " bytes or more");
        }
    }

    /** Reads packets: three bytes of length, one byte with the packet's number, then the content. */
    private final class Packets extends FilterInputStream {

        private static final int HEADER = 4;

        private int header;
        private long length;
        private long left;

        Packets(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int wanted) throws IOException {
            int read = in.read(bytes, offset, wanted);
            if (most == Long.MAX_VALUE && read > 0) {
                HIDDEN.set(HIDDEN.get() + read);
                if (HIDDEN.get() > MOST_HIDDEN) {
                    throw new LargeRowException(HIDDEN.get());
                }
                return read;
            }
            int at = offset;
            while (at < offset + read) {
                int passed = (int) Math.min(left, offset + read - at);
                at += passed;
                left -= passed;
                if (left == 0 && at < offset + read) {
                    header(bytes[at++] & 0xff);
                }
            }
            return read;
        }

        private void header(int value) throws LargeRowException {
            if (header < HEADER - 1) {
                length |= (long) value << 8 * header;
            }
            if (++header == HEADER) {
                if (length > most) {
                    throw new LargeRowException(length);
                }
                left = length;
                length = 0;
                header = 0;
            }
        }
    }
}

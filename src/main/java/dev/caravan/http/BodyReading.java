package dev.caravan.http;

import dev.caravan.security.Caller;
import dev.caravan.security.HttpRefusal;
import io.undertow.connector.PooledByteBuffer;
import io.undertow.server.HttpServerExchange;
import io.undertow.util.AttachmentKey;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.xnio.XnioExecutor;
import org.xnio.channels.StreamSourceChannel;

/**
 * Reads the body of a request on the I/O thread of its connection. A slow client blocks no other thread, and is disconnected at the limits
 * of {@link BodyLimits}. Every method runs on the I/O thread.
 */
final class BodyReading {

    /** The bytes of a body after it was read. */
    static final AttachmentKey<byte[]> BODY = AttachmentKey.create(byte[].class);

    private static final Logger LOG = LoggerFactory.getLogger(BodyReading.class);

    private static final AttachmentKey<Held> HELD = AttachmentKey.create(Held.class);

    /** The bytes that a request has reserved. Without the bytes themselves, because this object lives until the answer ends. */
    private static final class Held {

        private final BodyLimits limits;
        private final String owner;
        private BodyLimits.Size size = BodyLimits.Size.NONE;

        Held(BodyLimits limits, String owner) {
            this.limits = limits;
            this.owner = owner;
        }

        synchronized void add(BodyLimits.Size more) throws HttpRefusal {
            limits.hold(owner, size, more);
            size = size.plus(more);
        }

        synchronized void release() {
            limits.release(owner, size);
            size = BodyLimits.Size.NONE;
        }
    }

    /** Releases the reserved bytes of a request whose body is no longer needed while its answer stays open. May be called on any thread. */
    static void release(HttpServerExchange exchange) {
        Held held = exchange.getAttachment(HELD);
        if (held != null) {
            held.release();
        }
    }

    private final HttpServerExchange exchange;
    private final BodyLimits limits;
    private final long most;
    private final Held held;
    private final Runnable whenRead;
    private final Consumer<HttpRefusal> whenRefused;
    private final ValueCounter values = new ValueCounter();
    private ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final long begun = System.nanoTime();
    private long last = begun;
    private long received;
    private boolean over;
    private StreamSourceChannel channel;
    private XnioExecutor.Key check;

    /** @param most maximum size of the body */
    BodyReading(HttpServerExchange exchange, BodyLimits limits, long most, Runnable whenRead, Consumer<HttpRefusal> whenRefused) {
        this.exchange = exchange;
        this.limits = limits;
        this.most = most;
        this.held = new Held(limits, Caller.share(AdmittedRequest.caller(exchange)));
        this.whenRead = whenRead;
        this.whenRefused = whenRefused;
    }

    void start() {
        channel = exchange.getRequestChannel();
        if (channel == null) {
            GuardedBinding.leave(exchange);
            return;
        }
        Held counted = held;
        exchange.putAttachment(HELD, counted);
        exchange.addExchangeCompleteListener((ended, next) -> {
            counted.release();
            next.proceed();
        });
        channel.getReadSetter().set(readable -> read());
        read();
    }

    private void read() {
        if (over) {
            return;
        }
        try (PooledByteBuffer pooled = exchange.getConnection().getByteBufferPool().allocate()) {
            ByteBuffer buffer = pooled.getBuffer();
            int length = channel.read(buffer);
            while (length > 0) {
                take(buffer.flip());
                buffer.clear();
                length = channel.read(buffer);
            }
            if (length == -1) {
                end();
                exchange.putAttachment(BODY, body.toByteArray());
                body = null; // the connection keeps this object
                whenRead.run();
                return;
            }
            channel.resumeReads();
            if (check == null) {
                checkLater();
            }
        } catch (HttpRefusal refusal) {
            end();
            whenRefused.accept(refusal);
        } catch (IOException e) {
            LOG.debug("Client disconnected before its request was read", e);
            end();
            GuardedBinding.leave(exchange);
        }
    }

    private void take(ByteBuffer bytes) throws HttpRefusal {
        int length = bytes.remaining();
        byte[] copy = new byte[length];
        bytes.get(copy);
        long counted = beyondFree(received + length) - beyondFree(received);
        if (counted > 0) {
            int before = received > BodyLimits.FREE ? 0 : values.count(body.toByteArray());
            held.add(new BodyLimits.Size(counted, before + values.count(copy)));
        }
        received += length;
        if (received > most) {
            throw BodyLimits.tooLarge(most);
        }
        body.writeBytes(copy);
        last = System.nanoTime();
    }

    private static long beyondFree(long bytes) {
        return Math.max(0, bytes - BodyLimits.FREE);
    }

    private void checkLater() {
        long wait = limits.deadline(begun, last, received) - System.nanoTime();
        check = exchange.getIoThread().executeAfter(this::check, Math.max(1, TimeUnit.NANOSECONDS.toMillis(wait) + 1),
                TimeUnit.MILLISECONDS);
    }

    private void check() {
        if (over || exchange.isComplete()) {
            return;
        }
        if (System.nanoTime() - limits.deadline(begun, last, received) < 0) {
            checkLater();
            return;
        }
        LOG.debug("Request dropped because the client sends too slowly");
        end();
        GuardedBinding.leave(exchange);
    }

    private void end() {
        over = true;
        channel.suspendReads();
        if (check != null) {
            check.remove();
        }
    }

    /**
     * Counts the values of JSON that arrives in parts, by the characters outside of texts that begin one: {@code , : [} and an opening
     * brace.
     */
    static final class ValueCounter {

        private boolean isText;
        private boolean isEscaped;

        /** Returns how many values begin in this part, which follows the parts before. */
        int count(byte[] part) {
            int values = 0;
            for (byte b : part) {
                if (isEscaped) {
                    isEscaped = false;
                } else if (isText) {
                    isEscaped = b == '\\';
                    isText = b != '"';
                } else if (b == '"') {
                    isText = true;
                } else if (b == ',' || b == ':' || b == '[' || b == '{') {
                    values++;
                }
            }
            return values;
        }
    }
}

package dev.caravan.database.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.CommandHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;

/**
 * Limits the bytes of the values that Redis answers to one write, which may have several commands. A value beyond the limit is replaced by
 * an error, so its command fails. The bytes of such a value are dropped when they arrive, and the connection stays usable.
 */
final class RedisReplies extends ChannelDuplexHandler {

    private static final String TOO_LARGE = "TOOLARGE";
    private static final byte[] ERROR = ("-" + TOO_LARGE + " the values are larger than may be read\r\n")
            .getBytes(StandardCharsets.US_ASCII);

    /** Bytes of memory that Java needs for a value besides its content. */
    private static final int BESIDE = 32;
    private static final int LINE_END = 2;
    /**
     * The first bytes of values that have their length before them, of containers, and of containers with two elements for each number
     * (RESP3).
     */
    private static final String SIZED = "$=!";
    private static final String CONTAINERS = "*~>";
    private static final String PAIRS = "%|";
    /** A message of the server that answers no command, and attributes, which a reply follows. */
    private static final int PUSHED = '>';
    private static final int ATTRIBUTES = '|';

    /** The replies to one write that are still missing, and the bytes that their values may have. */
    private static final class Share {

        private int replies;
        private long left;

        private Share(int replies, long left) {
            this.replies = replies;
            this.left = left;
        }
    }

    private final long bytes;
    private final Deque<Share> shares = new ArrayDeque<>();

    /** The current line of the protocol: its first byte, and the number in it. The byte is 0 at the start of a line. */
    private int kind;
    private long number;
    private boolean negative;

    /** Elements of the current reply that are still missing; 0 between two replies. */
    private long missing;
    private boolean pushed;

    /** The current value: its remaining bytes, and whether they are dropped. */
    private long value;
    private boolean dropped;

    private RedisReplies(long bytes) {
        this.bytes = bytes;
    }

    static void limit(Channel channel, long bytes) {
        channel.pipeline().addBefore(channel.pipeline().context(CommandHandler.class).name(), "caravan-replies", new RedisReplies(bytes));
    }

    /** Returns whether a command failed because its answer was larger than the limit. */
    static boolean wereTooLarge(RedisCommandExecutionException failure) {
        return String.valueOf(failure.getMessage()).startsWith(TOO_LARGE);
    }

    @Override
    public void write(ChannelHandlerContext context, Object commands, ChannelPromise promise) {
        shares.add(new Share(commands instanceof Collection<?> several ? several.size() : 1, bytes));
        context.write(commands, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf out = context.alloc().buffer(in.readableBytes() + ERROR.length);
        try {
            while (in.isReadable()) {
                if (value > 0) {
                    pass(in, out);
                } else {
                    line(in.readByte(), out);
                }
            }
        } finally {
            in.release();
        }
        if (out.isReadable()) {
            context.fireChannelRead(out);
        } else {
            out.release();
        }
    }

    private void pass(ByteBuf in, ByteBuf out) {
        int passed = (int) Math.min(value, in.readableBytes());
        value -= passed;
        if (dropped) {
            in.skipBytes(passed);
        } else {
            out.writeBytes(in, passed);
        }
        if (value == 0) {
            arrived(0);
        }
    }

    private void line(byte next, ByteBuf out) {
        if (kind == 0) {
            kind = next;
            number = 0;
            negative = false;
            if (missing == 0) {
                missing = 1;
                pushed = kind == PUSHED;
            }
        } else if (next >= '0' && next <= '9') {
            number = 10 * number + next - '0';
        } else if (next == '-') {
            negative = true;
        }
        boolean sized = SIZED.indexOf(kind) >= 0;
        if (!sized) {
            out.writeByte(next);
        }
        if (next == '\n') {
            if (sized) {
                begin(out);
            } else {
                long elements = negative ? 0 : CONTAINERS.indexOf(kind) >= 0 ? number : PAIRS.indexOf(kind) >= 0 ? 2 * number : 0;
                arrived(kind == ATTRIBUTES ? elements + 1 : elements);
            }
            kind = 0;
        }
    }

    private void begin(ByteBuf out) {
        if (negative) {
            out.writeBytes("$-1\r\n".getBytes(StandardCharsets.US_ASCII));
            arrived(0);
            return;
        }
        value = number + LINE_END;
        Share share = shares.isEmpty() ? new Share(1, bytes) : shares.peek();
        share.left -= number + BESIDE;
        dropped = share.left < 0;
        out.writeBytes(dropped ? ERROR : ((char) kind + "" + number + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }

    /** @param more elements of the reply that this one announced */
    private void arrived(long more) {
        missing += more - 1;
        if (missing == 0 && !pushed && !shares.isEmpty() && --shares.peek().replies == 0) {
            shares.remove();
        }
    }
}

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
 * an error, so its command fails. The bytes of such a value are dropped when they arrive, and the connection stays usable. Reads RESP2:
 * {@code $LENGTH} is before a value, {@code *COUNT} before a list.
 */
final class RedisReplies extends ChannelDuplexHandler {

    private static final String TOO_LARGE = "TOOLARGE";
    private static final String ERROR = "-" + TOO_LARGE + " the values are larger than may be read\r\n";
    /** Bytes of memory that Java needs for a value besides its content. */
    private static final int BESIDE = 32;
    private static final int LINE_END = 2;

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
    private final StringBuilder line = new StringBuilder();
    /** Elements of the current reply that are still missing; 0 between two replies. */
    private long missing;
    /** The remaining bytes of the current value, and whether they are dropped. */
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
        ByteBuf out = context.alloc().buffer(in.readableBytes() + ERROR.length());
        try {
            while (in.isReadable()) {
                if (value > 0) {
                    pass(in, out);
                } else {
                    line.append((char) in.readByte());
                    if (line.charAt(line.length() - 1) == '\n') {
                        out.writeCharSequence(ended(line.toString()), StandardCharsets.ISO_8859_1);
                        line.setLength(0);
                    }
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

    /** Returns what the client gets in place of a line. */
    private String ended(String text) {
        missing = Math.max(1, missing);
        boolean sized = text.charAt(0) == '$';
        long number = sized || text.charAt(0) == '*' ? Long.parseLong(text.substring(1).strip()) : 0;
        if (!sized || number < 0) {
            arrived(Math.max(0, number));
            return text;
        }
        value = number + LINE_END;
        Share share = shares.isEmpty() ? new Share(1, bytes) : shares.peek();
        share.left -= number + BESIDE;
        dropped = share.left < 0;
        return dropped ? ERROR : text;
    }

    /** @param more elements of the reply that this one announced */
    private void arrived(long more) {
        missing += more - 1;
        if (missing == 0 && !shares.isEmpty() && --shares.peek().replies == 0) {
            shares.remove();
        }
    }
}

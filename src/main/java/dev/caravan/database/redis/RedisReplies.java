package dev.caravan.database.redis;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.protocol.CommandHandler;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import java.nio.charset.StandardCharsets;

/**
 * Limits the bytes of the values that Redis answers to one write. A value beyond the limit is replaced by an error, so its command fails. The bytes
 * of such a value are dropped when they arrive, and the connection stays usable.
 */
final class RedisReplies extends ChannelDuplexHandler {

    private static final String TOO_LARGE = "TOOLARGE";
    private static final byte[] ERROR = ("-" + TOO_LARGE + " the values are larger than may be read\r\n").getBytes(StandardCharsets.US_ASCII);

    /** Bytes of memory that Java needs for a value besides its content. */
    private static final int BESIDE = 32;
    private static final int LINE_END = 2;

    private final long bytes;
    private long left;

    /** The current line of the protocol: its first byte, and the number in it. The byte is 0 at the start of a line. */
    private int kind;
    private long number;
    private boolean negative;

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
        left = bytes;
        context.write(commands, promise);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf out = context.alloc().buffer(in.readableBytes() + ERROR.length);
        try {
            while (in.isReadable()) {
                if (value > 0) {
                    int passed = (int) Math.min(value, in.readableBytes());
                    value -= passed;
                    if (dropped) {
                        in.skipBytes(passed);
                    } else {
                        out.writeBytes(in, passed);
                    }
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

    private void line(byte next, ByteBuf out) {
        if (kind == 0) {
            kind = next;
            number = 0;
            negative = false;
        } else if (next >= '0' && next <= '9') {
            number = 10 * number + next - '0';
        } else if (next == '-') {
            negative = true;
        }
        if (kind != '$') {
            out.writeByte(next);
        }
        if (next == '\n') {
            if (kind == '$') {
                begin(out);
            }
            kind = 0;
        }
    }

    private void begin(ByteBuf out) {
        if (negative) {
            out.writeBytes("$-1\r\n".getBytes(StandardCharsets.US_ASCII));
            return;
        }
        value = number + LINE_END;
        left -= number + BESIDE;
        dropped = left < 0;
        out.writeBytes(dropped ? ERROR : ("$" + number + "\r\n").getBytes(StandardCharsets.US_ASCII));
    }
}

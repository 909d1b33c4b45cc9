package dev.caravan.database.redis;

import io.lettuce.core.codec.RedisCodec;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.UnaryOperator;

/**
 * Shows the bytes of Redis as text, and reads them back. Bytes that are not UTF-8 are {@code base64,…}; so is text that begins like this.
 * A key keeps its table: {@code TABLE:base64,…}. Inside of this class, bytes are the characters of a text.
 */
final class RedisText implements RedisCodec<String, String> {

    private static final String MARK = "base64,";
    private static final Charset BYTES = StandardCharsets.ISO_8859_1;

    @Override
    public String decodeKey(ByteBuffer key) {
        return parts(BYTES.decode(key).toString(), RedisText::text);
    }

    @Override
    public String decodeValue(ByteBuffer value) {
        return text(BYTES.decode(value).toString());
    }

    @Override
    public ByteBuffer encodeKey(String key) {
        return BYTES.encode(parts(key, RedisText::bytes));
    }

    @Override
    public ByteBuffer encodeValue(String value) {
        return BYTES.encode(bytes(value));
    }

    /** Returns whether the text stands for more bytes than that. */
    static boolean isLonger(String text, long most) {
        return text.length() > most / 3 && bytes(text).length() > most; // a character has at most 3 bytes
    }

    /** Returns the text as it is shown. */
    static String shown(String text) {
        return text(bytes(text));
    }

    /** Converts the table and the id of a key, or the whole of another key. */
    private static String parts(String key, UnaryOperator<String> convert) {
        int id = key.indexOf(':') + 1;
        return (id == 0 ? "" : convert.apply(key.substring(0, id - 1)) + ":") + convert.apply(key.substring(id));
    }

    private static String text(String bytes) {
        byte[] exact = bytes.getBytes(BYTES);
        String text = new String(exact, StandardCharsets.UTF_8);
        boolean isText = text.indexOf('\ufffd') < 0 || Arrays.equals(text.getBytes(StandardCharsets.UTF_8), exact);
        return isText && !text.startsWith(MARK) ? text : MARK + Base64.getEncoder().encodeToString(exact);
    }

    private static String bytes(String text) {
        if (text.startsWith(MARK)) {
            try {
                String bytes = new String(Base64.getDecoder().decode(text.substring(MARK.length())), BYTES);
                if (text(bytes).equals(text)) {
                    return bytes;
                }
            } catch (IllegalArgumentException e) {
                // other text
            }
        }
        return new String(text.getBytes(StandardCharsets.UTF_8), BYTES);
    }
}

package dev.caravan.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.util.JsonParserDelegate;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import dev.caravan.envelope.AnswerTooBigException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/**
 * Reads the JSON answer of a server from a stream. Keeps rows up to a limit of bytes and skips all further rows. Throws
 * {@link AnswerTooBigException} for a single row that is larger than the limit.
 *
 * @param mapper decides how numbers are read
 * @param bytes  limit for the rows of one answer
 */
public record BoundedJson(ObjectMapper mapper, long bytes) {

    /** @param cut whether rows were skipped */
    public record Answer(JsonNode json, boolean cut) {
    }

    public BoundedJson {
        mapper = JsonMappers.ofStreams(mapper, (int) Math.min(bytes, Integer.MAX_VALUE));
    }

    /**
     * Reads the stream to its end. The caller closes the stream.
     *
     * @param rows JSON pointer to the list of rows
     * @param most maximum number of rows to keep
     */
    public Answer read(InputStream in, String rows, int most) throws IOException {
        try (Reading parser = new Reading(mapper.createParser(in), JsonPointer.compile(rows), most)) {
            JsonNode json = mapper.readTree(parser);
            in.transferTo(OutputStream.nullOutputStream()); // the connection is reused only if its answer was read to the end
            return new Answer(json == null ? MissingNode.getInstance() : json, parser.cut);
        } catch (StreamConstraintsException e) {
            if (e.getMessage().startsWith("String value length")) {
                throw tooLarge();
            }
            throw e;
        }
    }

    private AnswerTooBigException tooLarge() {
        return new AnswerTooBigException("one row has more than " + (bytes >> 10)
                + " KB: select columns without large values, or raise max-read");
    }

    /** Counts the values that are read, and skips the rows beyond the limits. */
    private final class Reading extends JsonParserDelegate {

        private final JsonPointer rowsAt;
        private final int depth;
        private final int most;
        private final ReadLimit all = new ReadLimit(bytes);
        private ReadLimit row = new ReadLimit(bytes);
        private int rows;
        private boolean cut;

        Reading(JsonParser parser, JsonPointer rowsAt, int most) {
            super(parser);
            this.rowsAt = rowsAt;
            this.depth = rowsAt.length() + 1;
            this.most = most;
        }

        @Override
        public JsonToken nextToken() throws IOException {
            JsonToken token = super.nextToken();
            if (token == null || token.isStructEnd()) {
                return token;
            }
            if (isRow(token)) {
                all.add(row);
                row = new ReadLimit(bytes);
                cut = !all.isOpen() || rows++ == most;
                while (cut && token != JsonToken.END_ARRAY) {
                    skipChildren();
                    token = super.nextToken();
                }
            }
            row.add(token == JsonToken.VALUE_STRING || token == JsonToken.FIELD_NAME ? getText() : null);
            if (!row.isOpen()) {
                throw tooLarge();
            }
            return token;
        }

        private boolean isRow(JsonToken token) {
            JsonStreamContext around = token.isStructStart() ? getParsingContext().getParent() : getParsingContext();
            return around.inArray() && around.getNestingDepth() == depth && around.getParent().pathAsPointer().equals(rowsAt);
        }
    }

    /**
     * Limits how many bytes of values one call or one statement may read. The sum is approximate: each value counts with the memory that
     * Java needs for it, so many small values also reach the limit.
     */
    public static final class ReadLimit {

        private static final int BESIDE = 32;

        private final long bytes;
        private long left;

        public ReadLimit(long bytes) {
            this.bytes = bytes;
            this.left = bytes;
        }

        /** Returns whether the limit is not exceeded. The last value may have exceeded it. */
        public boolean isOpen() {
            return left > 0;
        }

        public void add(Object value) {
            left -= size(value);
        }

        /** Adds the bytes of another limit to this one. */
        public void add(ReadLimit part) {
            left -= part.bytes - part.left;
        }

        private static long size(Object value) {
            Iterable<?> inner = value instanceof Map<?, ?> map ? map.entrySet() : value instanceof ObjectNode object ? object.properties()
                    : value instanceof Collection || value instanceof ArrayNode ? (Iterable<?>) value : List.of();
            long size = BESIDE;
            for (Object each : inner) {
                size += each instanceof Map.Entry<?, ?> entry ? size(entry.getKey()) + size(entry.getValue()) : size(each);
            }
            return size + (value instanceof CharSequence text ? text.length() : value instanceof byte[] bytes ? bytes.length
                    : value instanceof ValueNode node ? node.asText().length() : 0);
        }
    }
}

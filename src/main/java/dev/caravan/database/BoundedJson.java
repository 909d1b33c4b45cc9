package dev.caravan.database;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.caravan.envelope.AnswerTooBigException;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Collection;
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
        try (JsonParser parser = mapper.createParser(in)) {
            Answer answer = parser.nextToken() == null ? new Answer(MissingNode.getInstance(), false)
                    : new Reading(parser, rows, most).answer();
            in.transferTo(OutputStream.nullOutputStream()); // the connection is reused only if its answer was read to the end
            return answer;
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

    private final class Reading {

        private final JsonParser parser;
        private final String rowsAt;
        private final int most;
        private boolean cut;

        Reading(JsonParser parser, String rowsAt, int most) {
            this.parser = parser;
            this.rowsAt = rowsAt;
            this.most = most;
        }

        Answer answer() throws IOException {
            return new Answer(value("", new ReadLimit(bytes)), cut); // reads first
        }

        /** @param place JSON pointer of the value; null if the list of rows is not below it */
        private JsonNode value(String place, ReadLimit limit) throws IOException {
            JsonToken token = parser.currentToken();
            if (token == JsonToken.START_ARRAY && rowsAt.equals(place)) {
                return rows();
            }
            charge(limit, token == JsonToken.VALUE_STRING ? parser.getText() : null);
            if (token == JsonToken.START_ARRAY) {
                ArrayNode list = mapper.createArrayNode();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    list.add(value(null, limit));
                }
                return list;
            }
            if (token == JsonToken.START_OBJECT) {
                ObjectNode object = mapper.createObjectNode();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    charge(limit, name);
                    parser.nextToken();
                    object.set(name, value(place == null ? null : place + "/" + name, limit));
                }
                return object;
            }
            return parser.readValueAsTree();
        }

        private ArrayNode rows() throws IOException {
            ReadLimit all = new ReadLimit(bytes);
            ArrayNode rows = mapper.createArrayNode();
            while (parser.nextToken() != JsonToken.END_ARRAY) {
                cut |= !all.isOpen() || rows.size() == most;
                if (cut) {
                    parser.skipChildren();
                } else {
                    ReadLimit ofRow = new ReadLimit(bytes);
                    rows.add(value(null, ofRow));
                    all.add(ofRow);
                }
            }
            return rows;
        }

        private void charge(ReadLimit limit, String text) throws AnswerTooBigException {
            limit.add(text);
            if (!limit.isOpen()) {
                throw tooLarge();
            }
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
            if (value instanceof Map<?, ?> map) {
                return BESIDE + map.entrySet().stream().mapToLong(entry -> size(entry.getKey()) + size(entry.getValue())).sum();
            }
            if (value instanceof Collection<?> list) {
                return BESIDE + list.stream().mapToLong(ReadLimit::size).sum();
            }
            if (value instanceof JsonNode node) {
                if (node.isValueNode()) {
                    return BESIDE + node.asText().length();
                }
                long members = node.properties().stream().mapToLong(member -> member.getKey().length()).sum();
                for (JsonNode member : node) {
                    members += size(member);
                }
                return BESIDE + members;
            }
            return BESIDE + (value instanceof CharSequence text ? text.length() : value instanceof byte[] bytes ? bytes.length : 0);
        }
    }
}

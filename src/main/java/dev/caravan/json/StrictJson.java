package dev.caravan.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Parses bytes as JSON. Refuses what isn't JSON or Unicode, nesting of more than 100 levels, more than 250,000 objects and arrays, a
 * repeated name in an object, and a number that can't be written out (contracts, section 8).
 */
@Component
public class StrictJson {

    static final int MAX_DEPTH = 100;
    private static final Pattern NUMBER = Pattern.compile("-?+(?:0|[1-9]\\d*+)(?:\\.\\d++)?+(?:[eE][+-]?+\\d++)?+");
    static final String NO_UNICODE = "the body is not valid Unicode: it must be UTF-8 with surrogates in pairs";
    private static final byte[] TOO_LARGE = "1e9999".getBytes(StandardCharsets.US_ASCII);
    /** Limits objects and arrays: an empty one takes two bytes in a body but a hundred in memory. */
    static final int MAX_CONTAINERS = 250_000;

    /** Levels of a body that may have a whole context, which grows by several requests. */
    private static final int MAX_DEPTH_OF_CONTEXTS = 500;

    private final ObjectReader reader;
    private final ObjectReader marking;
    private final int depth;
    private final int most;

    @Autowired
    public StrictJson(ObjectMapper mapper) {
        this(mapper, MAX_DEPTH, MAX_CONTAINERS);
    }

    private StrictJson(ObjectMapper mapper, int depth, int most) {
        this.reader = JsonMappers.strict(mapper, depth, BoundedNumbers.STRICT).readerFor(JsonNode.class);
        this.marking = JsonMappers.strict(mapper, depth, BoundedNumbers.MARKING).readerFor(JsonNode.class);
        this.depth = depth;
        this.most = most;
    }

    /** Returns a parser of bodies that may have a whole context: 500 levels, and as many objects and arrays as the port lets in. */
    public static StrictJson ofContexts(ObjectMapper mapper) {
        return new StrictJson(mapper, MAX_DEPTH_OF_CONTEXTS, Integer.MAX_VALUE);
    }

    /**
     * Parses like {@link #read}, but marks a number that can't be written out ({@link BoundedNumbers#isMark}), so that the error can name
     * its place.
     *
     * @param marked runs if there is such a number
     */
    public JsonNode readMarking(byte[] body, Runnable marked) throws MalformedJsonException {
        try {
            return read(body);
        } catch (MalformedJsonException e) {
            if (!BoundedNumbers.MESSAGE.equals(e.getMessage())) {
                throw e;
            }
            marked.run();
            return read(marking, shortened(body));
        }
    }

    /** Parses a body; a number that can't be written out is an error. */
    public JsonNode read(byte[] body) throws MalformedJsonException {
        return read(reader, body);
    }

    private JsonNode read(ObjectReader reader, byte[] body) throws MalformedJsonException {
        if (!isUtf8(body)) {
            throw new MalformedJsonException(NO_UNICODE);
        }
        if (body.length > 2L * most && containers(body) > most) {
            throw new MalformedJsonException("the body has more than " + most + " objects and arrays");
        }
        try {
            JsonNode json = reader.readValue(body);
            if (json == null || json.isMissingNode()) {
                throw new MalformedJsonException("the body is empty");
            }
            return json;
        } catch (JsonProcessingException e) {
            throw new MalformedJsonException(reason(e));
        } catch (IOException e) {
            throw new MalformedJsonException("not JSON");
        }
    }

    /** Replaces each number of too many digits by one with too large an exponent. */
    private static byte[] shortened(byte[] body) {
        byte[] copy = body;
        boolean inText = false;
        for (int i = 0; i < body.length; i++) {
            if (body[i] == '\\') {
                i++;
            } else if (body[i] == '"') {
                inText = !inText;
            } else if (!inText && isOfNumber(body[i])) {
                int begin = i;
                while (i + 1 < body.length && isOfNumber(body[i + 1])) {
                    i++;
                }
                int length = i + 1 - begin;
                if (length > StreamReadConstraints.DEFAULT_MAX_NUM_LEN
                        && NUMBER.matcher(new String(body, begin, length, StandardCharsets.US_ASCII)).matches()) {
                    copy = copy == body ? body.clone() : copy;
                    Arrays.fill(copy, begin, i + 1, (byte) ' ');
                    System.arraycopy(TOO_LARGE, 0, copy, begin, TOO_LARGE.length);
                }
            }
        }
        return copy;
    }

    private static boolean isOfNumber(byte character) {
        return character >= '0' && character <= '9' || "+-.eE".indexOf(character) >= 0;
    }

    /** Counts objects and arrays that begin outside of texts. */
    private static int containers(byte[] body) {
        int containers = 0;
        boolean inText = false;
        for (int i = 0; i < body.length; i++) {
            switch (body[i]) {
                case '"' -> inText = !inText;
                case '\\' -> i++;
                case '{', '[' -> containers += inText ? 0 : 1;
                default -> { }
            }
        }
        return containers;
    }

    private String reason(JsonProcessingException e) {
        if (NO_UNICODE.equals(e.getOriginalMessage())) {
            return NO_UNICODE;
        }
        if (e instanceof StreamConstraintsException) {
            boolean isNumber = BoundedNumbers.MESSAGE.equals(e.getOriginalMessage())
                    || e.getOriginalMessage().startsWith("Number value length");
            return isNumber ? BoundedNumbers.MESSAGE
                    : "the body is nested more than " + depth + " levels deep, or has a name that is too long";
        }
        if (e instanceof MismatchedInputException && e.getOriginalMessage().startsWith("Duplicate field")) {
            return "an object has the same name twice";
        }
        var where = e.getLocation();
        return where == null
                ? "not JSON"
                : "not JSON at line " + where.getLineNr() + ", column " + where.getColumnNr();
    }

    /** Returns the text with U+FFFD for each half of a surrogate pair; the same text if there is none. */
    static String repaired(String text) {
        StringBuilder repaired = null;
        for (int i = 0; text != null && i < text.length(); i++) {
            if (!Character.isSurrogate(text.charAt(i))) {
                continue;
            }
            if (i + 1 < text.length() && Character.isSurrogatePair(text.charAt(i), text.charAt(i + 1))) {
                i++;
                continue;
            }
            repaired = repaired == null ? new StringBuilder(text) : repaired;
            repaired.setCharAt(i, '\uFFFD');
        }
        return repaired == null ? text : repaired.toString();
    }

    /** Checks UTF-8 strictly, which Jackson does not. */
    private static boolean isUtf8(byte[] json) {
        for (byte b : json) {
            if (b < 0) {
                try {
                    StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(json));
                    return true;
                } catch (CharacterCodingException e) {
                    return false;
                }
            }
        }
        return true;
    }
}

package dev.caravan.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.RuntimeConfiguration;
import io.burt.jmespath.jackson.JacksonRuntime;
import io.burt.jmespath.node.Node;
import io.burt.jmespath.node.NodeFactory;
import io.burt.jmespath.node.SliceNode;
import io.burt.jmespath.node.StandardNodeFactory;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;

/**
 * The library's runtime with limits, since a short expression of a caller can double its result forty times ({@code [@,@]|[@,@]|…}). It
 * also stops when its call times out. For one expression; not thread-safe.
 *
 * <p>It differs from jmespath-java 0.6.0 in these ways. A slice of a value that is not an array is null, as the specification says; the
 * library returns a list. Decimals in an expression are exact, like those of contexts. Numbers compare by value, texts by code points.
 */
final class JmesPathRuntime extends JacksonRuntime {

    private static final ObjectMapper EXACT = JsonMappers.normal();
    private static final RuntimeConfiguration CONFIGURATION = RuntimeConfiguration.builder()
            .withFunctionRegistry(JmesPath.Functions.registry()).build();
    private static final int MOST_VALUES = 2_000_000;
    private static final int LONGEST_TEXT = 16_000_000;

    /** Limit of one evaluation for its intermediate lists, objects, texts and numbers, in bytes of memory. */
    private static final int MOST_MADE = 128_000_000;
    private static final int BYTES_OF_NODE = 64;
    private static final int BYTES_OF_OBJECT = 160;
    private static final int BYTES_OF_MEMBER = 48;
    private static final int BYTES_OF_ITEM = 8;
    /** A comparison takes time, not memory. */
    private static final int BYTES_OF_COMPARISON = 2;

    private long made;

    private final NodeFactory<JsonNode> nodes = new StandardNodeFactory<>(this) {

        @Override
        public Node<JsonNode> createSlice(Integer start, Integer stop, Integer step) {
            return new SliceNode<>(JmesPathRuntime.this, start, stop, step) {

                @Override
                public JsonNode search(JsonNode input) {
                    return input.isArray() ? super.search(input) : createNull();
                }
            };
        }
    };

    JmesPathRuntime() {
        super(CONFIGURATION, EXACT);
    }

    /** Resets the counters at the start of an evaluation. */
    void begin() {
        made = 0;
    }

    /** @param more bytes of memory that the evaluation needs now */
    void made(long more) {
        goOn();
        made += more;
        if (made > MOST_MADE) {
            throw new JmesPathException("it needs too much memory or time: its intermediate values take more than " + MOST_MADE / 1_000_000
                    + " MB. Filter the data first");
        }
    }

    /** Counts a calculated number. */
    void madeNumber(JsonNode number) {
        made(BYTES_OF_NODE + length(number) / 2);
    }

    /** Parses a literal in an expression. */
    @Override
    public JsonNode parseString(String json) {
        try {
            return super.parseString(json);
        } catch (IllegalStateException e) {
            throw new JmesPathException(e.getCause() instanceof JsonProcessingException cause ? cause.getOriginalMessage() : e.getMessage(),
                    e);
        }
    }

    @Override
    public NodeFactory<JsonNode> nodeFactory() {
        return nodes;
    }

    @Override
    public JmesPathType typeOf(JsonNode value) {
        goOn();
        return super.typeOf(value);
    }

    @Override
    public boolean isTruthy(JsonNode value) {
        goOn();
        return super.isTruthy(value);
    }

    @Override
    public JsonNode createArray(Collection<JsonNode> elements) {
        if (elements.size() > MOST_VALUES) {
            throw tooLarge();
        }
        made(BYTES_OF_NODE + (long) elements.size() * BYTES_OF_ITEM);
        return super.createArray(elements);
    }

    @Override
    public JsonNode createObject(Map<JsonNode, JsonNode> members) {
        made(BYTES_OF_OBJECT + (long) members.size() * BYTES_OF_MEMBER);
        return super.createObject(members);
    }

    @Override
    public JsonNode createString(String text) {
        checkText(text.length());
        made(BYTES_OF_NODE + 2L * text.length());
        return super.createString(text);
    }

    @Override
    public int compare(JsonNode one, JsonNode other) {
        made(BYTES_OF_COMPARISON + (zeros(one) + zeros(other)) / 16); // lists that share their parts can have any number of comparisons
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.isTextual() && other.isTextual() ? inCodePoints(one.textValue(), other.textValue()) : super.compare(one, other);
    }

    /** Returns about how many zeros a comparison adds to a decimal. */
    private static int zeros(JsonNode number) {
        return number.isBigDecimal() ? Math.abs(number.decimalValue().scale()) : 0;
    }

    private int inCodePoints(String one, String other) {
        int shorter = Math.min(one.length(), other.length());
        int same = 0;
        while (same < shorter && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        made(same / 16); // a comparison takes longer, the longer the same beginning is
        if (same == shorter) {
            return Integer.compare(one.length(), other.length());
        }
        boolean inPair = same > 0 && Character.isHighSurrogate(one.charAt(same - 1));
        return Integer.compare(one.codePointAt(inPair ? same - 1 : same), other.codePointAt(inPair ? same - 1 : same));
    }

    @Override
    public String toString(JsonNode value) {
        return super.toString(bounded(value));
    }

    /** Returns the value if it is within the limits of a result for values and text. Repeated parts count each time. */
    static JsonNode bounded(JsonNode value) {
        int values = 0;
        long characters = 0;
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(value);
        while (!open.isEmpty()) {
            JsonNode next = open.pop();
            characters += length(next);
            if (++values > MOST_VALUES || characters > LONGEST_TEXT) {
                throw tooLarge();
            }
            next.forEach(open::push);
        }
        return value;
    }

    /** Returns the length of a text, or about that of a long number. */
    private static long length(JsonNode value) {
        if (value.isBigInteger()) {
            return value.bigIntegerValue().bitLength() / 3;
        }
        if (value.isBigDecimal()) {
            return value.decimalValue().precision() + Math.abs((long) value.decimalValue().scale());
        }
        return value.isTextual() ? value.textValue().length() : 0;
    }

    /** @throws JmesPathException if text of this length is not allowed */
    static void checkText(long length) {
        if (length > LONGEST_TEXT) {
            throw tooLarge();
        }
    }

    /** @throws JmesPathException if the call has timed out */
    static void goOn() {
        if (Thread.currentThread().isInterrupted()) {
            throw new JmesPathException("it took too long");
        }
    }

    private static JmesPathException tooLarge() {
        return new JmesPathException("the result would have more than " + MOST_VALUES + " values, or more than " + LONGEST_TEXT
                + " characters of text and long numbers");
    }
}

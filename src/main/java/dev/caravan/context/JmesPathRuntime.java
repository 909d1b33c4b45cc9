package dev.caravan.context;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.caravan.json.JsonMappers;
import io.burt.jmespath.JmesPathException;
import io.burt.jmespath.JmesPathType;
import io.burt.jmespath.RuntimeConfiguration;
import io.burt.jmespath.jackson.JacksonRuntime;
import io.burt.jmespath.node.Node;
import io.burt.jmespath.node.NodeFactory;
import io.burt.jmespath.node.SliceNode;
import io.burt.jmespath.node.StandardNodeFactory;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collection;
import java.util.Deque;
import java.util.Map;

/**
 * The library's runtime with bounds, since expressions come from callers and a short one can double its result forty times
 * ({@code [@,@]|[@,@]|…}); and it stops when its call is late. For one expression, which one thread at a time evaluates.
 *
 * <p>Also, a slice of what is no array is null, as the specification has it (jmespath-java 0.6.0 has a list), and decimals in
 * an expression are exact, as those of contexts are: else {@code contains} would not find them. Numbers are compared by their
 * value, texts by their code points.
 */
final class JmesPathRuntime extends JacksonRuntime {

    private static final ObjectMapper EXACT = JsonMappers.normal();
    private static final RuntimeConfiguration CONFIGURATION = RuntimeConfiguration.builder().withFunctionRegistry(JmesPathFunctions.registry()).build();
    private static final int MOST_VALUES = 2_000_000;
    private static final int LONGEST_TEXT = 16_000_000;

    /** Of one evaluation: items and members in the lists and objects that it makes on its way, and characters in its texts. */
    private static final int MOST_MADE = 10_000_000;

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

    /** An evaluation begins. */
    void begin() {
        made = 0;
    }

    private void made(long more) {
        goOn();
        made += more;
        if (made > MOST_MADE) {
            throw tooLarge();
        }
    }

    /** A literal in an expression. */
    @Override
    public JsonNode parseString(String json) {
        try {
            return super.parseString(json);
        } catch (IllegalStateException e) {
            throw new JmesPathException(e.getCause() instanceof JsonProcessingException cause ? cause.getOriginalMessage() : e.getMessage(), e);
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
        made(elements.size());
        return super.createArray(elements);
    }

    @Override
    public JsonNode createObject(Map<JsonNode, JsonNode> members) {
        made(members.size());
        return super.createObject(members);
    }

    @Override
    public JsonNode createString(String text) {
        checkText(text.length());
        made(text.length());
        return super.createString(text);
    }

    @Override
    public int compare(JsonNode one, JsonNode other) {
        if (one.isNumber() && other.isNumber()) {
            return one.decimalValue().compareTo(other.decimalValue());
        }
        return one.isTextual() && other.isTextual() ? inCodePoints(one.textValue(), other.textValue()) : super.compare(one, other);
    }

    private static int inCodePoints(String one, String other) {
        int same = Arrays.mismatch(one.toCharArray(), other.toCharArray());
        if (same < 0 || same == one.length() || same == other.length()) {
            return Integer.compare(one.length(), other.length());
        }
        boolean inPair = same > 0 && Character.isHighSurrogate(one.charAt(same - 1));
        return Integer.compare(one.codePointAt(inPair ? same - 1 : same), other.codePointAt(inPair ? same - 1 : same));
    }

    @Override
    public String toString(JsonNode value) {
        return super.toString(bounded(value));
    }

    /** The same, if it has no more values and text than a result may: what is in it several times counts as often. */
    static JsonNode bounded(JsonNode value) {
        int values = 0;
        long characters = 0;
        Deque<JsonNode> open = new ArrayDeque<>();
        open.push(value);
        while (!open.isEmpty()) {
            JsonNode next = open.pop();
            characters += next.isTextual() ? next.textValue().length() : 0;
            if (++values > MOST_VALUES || characters > LONGEST_TEXT) {
                throw tooLarge();
            }
            next.forEach(open::push);
        }
        return value;
    }

    /** @throws JmesPathException if a text may not have so many characters */
    static void checkText(long length) {
        if (length > LONGEST_TEXT) {
            throw tooLarge();
        }
    }

    private static void goOn() {
        if (Thread.currentThread().isInterrupted()) {
            throw new JmesPathException("it took too long");
        }
    }

    private static JmesPathException tooLarge() {
        return new JmesPathException("the result would have more than " + MOST_VALUES + " values, or more than " + LONGEST_TEXT + " characters of text");
    }
}

package dev.caravan.json;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;

/**
 * Creates numbers with an exponent from -1,000 to 1,000. {@code 1e999999999} has eleven characters, but takes 1 GB when written out. Other
 * numbers fail like Jackson's own limits, such as 1,000 digits.
 */
public final class BoundedNumbers extends JsonNodeFactory {

    /** Drops zeros at the end of a fraction, like Jackson's default. */
    public static final BoundedNumbers NORMAL = new BoundedNumbers(false, null, false);

    /** Keeps numbers as they are written. */
    public static final BoundedNumbers EXACT = new BoundedNumbers(true, null, false);

    /** Like {@link #NORMAL}, but half a surrogate pair is an error. */
    static final BoundedNumbers STRICT = new BoundedNumbers(false, null, true);
    /** The same, but replaces such a number by a mark; see {@link #isMark}. */
    static final BoundedNumbers MARKING = new BoundedNumbers(false, new POJONode("a number that can't be written out"), true);

    public static final String MESSAGE = "a number has more than 1000 digits or an exponent beyond 1000";

    private static final int MOST = 1_000;
    private static final long serialVersionUID = 1;

    /** Null means that such a number is an error. */
    private final transient POJONode instead;
    private final boolean strict;

    private BoundedNumbers(boolean exact, POJONode instead, boolean strict) {
        super(exact);
        this.instead = instead;
        this.strict = strict;
    }

    /** Returns whether this node replaces a number that can't be written out. */
    public static boolean isMark(JsonNode node) {
        return node == MARKING.instead;
    }

    /** Returns whether the JSON contains such a node. */
    public static boolean hasMark(JsonNode json) {
        if (isMark(json)) {
            return true;
        }
        for (JsonNode child : json) {
            if (hasMark(child)) {
                return true;
            }
        }
        return false;
    }

    @Override
    public ValueNode numberNode(BigDecimal value) {
        if (value != null && !isBounded(value)) {
            if (instead != null) {
                return instead;
            }
            BoundedNumbers.<RuntimeException>raise(new StreamConstraintsException(MESSAGE));
        }
        return super.numberNode(value);
    }

    /** Replaces each half of a surrogate pair, which can't be written, or refuses it. */
    @Override
    public TextNode textNode(String text) {
        String repaired = StrictJson.repaired(text);
        if (strict && repaired != text) {
            BoundedNumbers.<RuntimeException>raise(new StreamConstraintsException(StrictJson.NO_UNICODE));
        }
        return super.textNode(repaired);
    }

    /** Returns whether the number can be written out. */
    public static boolean isBounded(BigDecimal value) {
        return Math.abs((long) value.precision() - value.scale()) <= MOST + 1 && Math.abs((long) value.scale()) <= 2 * MOST;
    }

    /** Throws the exception unchecked: readers of trees declare it, but the factory's method does not. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(StreamConstraintsException e) throws T {
        throw (T) e;
    }
}

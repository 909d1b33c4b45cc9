package dev.caravan.json;

import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.POJONode;
import com.fasterxml.jackson.databind.node.ValueNode;
import java.math.BigDecimal;

/**
 * Numbers whose exponent is at most 1,000 to either side: {@code 1e999999999} takes eleven characters, and a GB as soon as somebody writes it
 * out. Reading another one fails as any limit of Jackson's does, such as that of 1,000 digits.
 */
public final class BoundedNumbers extends JsonNodeFactory {

    /** Zeroes at the end of a fraction are dropped, as Jackson does by itself. */
    public static final BoundedNumbers NORMAL = new BoundedNumbers(false);

    /** Numbers stay as they are written. */
    public static final BoundedNumbers EXACT = new BoundedNumbers(true);

    /** What others read in the place of such a number; see {@link #isMark}. */
    static final BoundedNumbers MARKING = new BoundedNumbers(false, new POJONode("a number that can't be written out"));

    public static final String MESSAGE = "a number has an exponent beyond 1000";

    private static final int MOST = 1_000;
    private static final long serialVersionUID = 1;

    /** Null: it is an error. */
    private final transient POJONode instead;

    private BoundedNumbers(boolean exact) {
        this(exact, null);
    }

    private BoundedNumbers(boolean exact, POJONode instead) {
        super(exact);
        this.instead = instead;
    }

    /** Whether a number was there that can't be written out. */
    public static boolean isMark(JsonNode node) {
        return node == MARKING.instead;
    }

    /** Whether there is such a one in it. */
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

    /** Whether it can be written out. */
    public static boolean isBounded(BigDecimal value) {
        return Math.abs((long) value.precision() - value.scale()) <= MOST + 1 && Math.abs((long) value.scale()) <= 2 * MOST;
    }

    /** What reads a tree declares the exception; the factory that it asks doesn't. */
    @SuppressWarnings("unchecked")
    private static <T extends Throwable> void raise(StreamConstraintsException e) throws T {
        throw (T) e;
    }
}

package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionConfig;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.annotation.Annotation;
import com.networknt.schema.annotation.Annotations;
import dev.caravan.json.BoundedNumbers;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Limits the cost of one validation, in steps of about 100 ns. A schema may refer to itself or its parts repeatedly, so that a few bytes
 * take forever. Larger values get a larger budget.
 */
final class ValidationBudget extends ExecutionContext {

    /** The budget is spent before the validation ended. */
    static final class Spent extends RuntimeException {

        Spent() {
            super(null, null, false, false);
        }
    }

    private static final ThreadLocal<ValidationBudget> CURRENT = new ThreadLocal<>();

    private static final long FOR_ANY = 100_000;
    private static final long FOR_A_NODE = 500;
    private static final long FOR_A_CHARACTER = 5;
    private static final long OF_AN_ERROR = 50;

    /** The names in a schema path that are compared per step. */
    private static final int OF_A_NOTE = 100;

    /** Limits the depth, because each level takes frames of the thread's stack. */
    private static final int DEEPEST = 1_000;
    /** Limits the values of a list with the same hash code. Two ordinary values hardly ever collide. */
    private static final int FEW = 64;

    /**
     * The annotations that {@code unevaluatedProperties} and {@code unevaluatedItems} read. Each evaluation reads all annotations of a
     * value, so each costs.
     */
    private final Annotations annotations = new Annotations() {

        @Override
        public void put(Annotation annotation) {
            super.put(annotation);
            take(1 + (long) depth * asMap().get(annotation.getInstanceLocation()).size() / OF_A_NOTE);
        }
    };

    private long left;
    private int depth;
    private boolean marked;
    private final boolean crowded;

    /** @param formats whether {@code format} is an assertion */
    ValidationBudget(JsonNode value, boolean formats) {
        super(ExecutionConfig.builder().formatAssertionsEnabled(formats).build());
        left = FOR_ANY;
        grant(value);
        crowded = hasHashCrowd(value);
    }

    private void grant(JsonNode value) {
        marked |= BoundedNumbers.isMark(value);
        left += FOR_A_NODE + (value.isTextual() ? FOR_A_CHARACTER * value.textValue().length() : 0);
        for (JsonNode child : value) {
            grant(child);
        }
    }

    /** Returns whether the value contains a number that can't be written out. */
    boolean isMarked() {
        return marked;
    }

    /** Runs a validation within the budget. */
    void spend(Runnable validation) {
        if (crowded) {
            throw new Spent();
        }
        ValidationBudget outer = CURRENT.get();
        CURRENT.set(this);
        try {
            validation.run();
        } catch (StackOverflowError e) {
            throw new Spent();
        } catch (RuntimeException e) {
            throw left < 0 ? new Spent() : e; // the library fails with other exceptions when it is interrupted inside if
        } finally {
            CURRENT.set(outer);
        }
    }

    /** Charges a pattern of this many instructions on a text of this many characters. */
    static void spendOnText(long instructions, long characters) {
        ValidationBudget current = CURRENT.get();
        if (current != null) {
            current.take(instructions * characters / 10);
        }
    }

    private void take(long steps) {
        left -= steps;
        if (left < 0) {
            throw new Spent();
        }
    }

    @Override
    public Annotations getAnnotations() {
        return annotations;
    }

    @Override
    public void evaluationPathAddLast(String token) {
        deeper();
        super.evaluationPathAddLast(token);
    }

    @Override
    public void evaluationPathAddLast(int index) {
        deeper();
        super.evaluationPathAddLast(index);
    }

    private void deeper() {
        take(1);
        if (++depth > DEEPEST) {
            throw new Spent();
        }
    }

    @Override
    public void evaluationPathRemoveLast() {
        depth--;
        super.evaluationPathRemoveLast();
    }

    @Override
    public void addError(Error error) {
        take(OF_AN_ERROR);
        super.addError(error);
    }

    /**
     * Returns whether the value contains a list with many different values of the same hash code. JSON values have no order, so a hash
     * table of them, as for {@code uniqueItems} and {@code enum}, compares each value with all others: half a minute for some thousand
     * texts that an attacker made.
     */
    static boolean hasHashCrowd(JsonNode value) {
        if (value.isArray() && value.size() > FEW) {
            Map<Integer, List<JsonNode>> byHash = StreamSupport.stream(value.spliterator(), false)
                    .collect(Collectors.groupingBy(JsonNode::hashCode));
            if (byHash.values().stream().anyMatch(same -> same.size() > FEW && same.stream().map(JsonNode::toString).distinct()
                    .count() > FEW)) {
                return true;
            }
        }
        for (JsonNode child : value) {
            if (hasHashCrowd(child)) {
                return true;
            }
        }
        return false;
    }
}

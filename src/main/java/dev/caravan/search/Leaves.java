package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * Finds the strings in a JSON value that are not blank, in the value's order. Short strings count too: people search for names, codes and states by
 * the exact word, and equal strings are embedded only once. Keys are not values and do not count.
 */
public final class Leaves {

    /** Limits the pointers of a document: with long keys and many levels, a pointer can be larger than its string. */
    private static final int LONGEST_POINTERS = 30_000_000;

    private Leaves() {
    }

    /**
     * @param place JSON Pointer of {@code value} in its document
     * @return strings with pointers from the document's root
     * @throws CancellationException if the document's keys are too long; the message becomes the error of the index
     */
    public static List<Leaf> of(JsonNode value, Pointer place) {
        List<Leaf> leaves = new ArrayList<>();
        // no recursion: documents that grow by writes may be nested deeper than the stack
        Deque<At> ahead = new ArrayDeque<>();
        ahead.push(new At(null, place.toString(), value));
        long pointers = 0;
        while (!ahead.isEmpty()) {
            At at = ahead.pop();
            if (at.node.isTextual() && !isBlank(at.node.textValue())) {
                String pointer = at.pointer();
                pointers += pointer.length();
                if (pointers > LONGEST_POINTERS) {
                    throw new CancellationException("The JSON Pointers of all texts together must have at most " + LONGEST_POINTERS + " characters; use shorter keys or fewer levels");
                }
                leaves.add(new Leaf(pointer, at.node.textValue()));
            }
            List<At> inside = new ArrayList<>(at.node.size());
            if (at.node.isArray()) {
                for (int i = 0; i < at.node.size(); i++) {
                    inside.add(new At(at, "/" + i, at.node.get(i)));
                }
            } else if (at.node.isObject()) {
                for (Map.Entry<String, JsonNode> member : at.node.properties()) {
                    inside.add(new At(at, Pointer.ROOT.child(member.getKey()).toString(), member.getValue()));
                }
            }
            for (int i = inside.size() - 1; i >= 0; i--) {
                ahead.push(inside.get(i));
            }
        }
        return leaves;
    }

    private static boolean isBlank(String text) {
        return text.codePoints().allMatch(Window::isSpace);
    }

    /** @param step last step of the pointer; for the topmost node, its place */
    private record At(At above, String step, JsonNode node) {

        String pointer() {
            List<String> steps = new ArrayList<>();
            for (At at = this; at != null; at = at.above) {
                steps.add(at.step);
            }
            Collections.reverse(steps);
            return String.join("", steps);
        }
    }
}

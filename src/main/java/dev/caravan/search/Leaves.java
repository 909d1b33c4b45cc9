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
 * The strings in a JSON value that aren't blank, in the value's order. Short ones are taken too: names, codes and states are
 * what is searched for by its exact word, they cost next to nothing (the same string is embedded once), and some documents
 * have nothing else. Keys are not values, and are not taken.
 */
public final class Leaves {

    /** Long keys and deep documents would make a pointer of each string that is larger than the string. */
    private static final int LONGEST_POINTERS = 30_000_000;

    private Leaves() {
    }

    /**
     * @param place where {@code value} stands in its document
     * @return with pointers from the document's root
     * @throws CancellationException that the document's keys are too long, in words for who reads the index's state
     */
    public static List<Leaf> of(JsonNode value, Pointer place) {
        List<Leaf> leaves = new ArrayList<>();
        // not by recursion: documents that grow by writes may be nested deeper than a stack
        Deque<At> ahead = new ArrayDeque<>();
        ahead.push(new At(null, place.toString(), value));
        long pointers = 0;
        while (!ahead.isEmpty()) {
            At at = ahead.pop();
            if (at.node.isTextual() && !isBlank(at.node.textValue())) {
                String pointer = at.pointer();
                pointers += pointer.length();
                if (pointers > LONGEST_POINTERS) {
                    throw new CancellationException("The JSON Pointers of all texts together may have " + LONGEST_POINTERS + " characters: use shorter keys, or fewer levels");
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

    /** @param step from the one above; of the topmost, its place */
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

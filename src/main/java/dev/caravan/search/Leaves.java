package dev.caravan.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/**
 * The strings in a JSON value that aren't blank, in the value's order. Short ones are taken too: names, codes and states are
 * what is searched for by its exact word, they cost next to nothing (the same string is embedded once), and some documents
 * have nothing else. Keys are not values, and are not taken.
 */
public final class Leaves {

    private Leaves() {
    }

    /**
     * @param place where {@code value} stands in its document
     * @return with pointers from the document's root
     */
    public static List<Leaf> of(JsonNode value, Pointer place) {
        List<Leaf> leaves = new ArrayList<>();
        // not by recursion: documents that grow by writes may be nested deeper than a stack
        Deque<At> ahead = new ArrayDeque<>();
        ahead.push(new At(place.toString(), value));
        while (!ahead.isEmpty()) {
            At at = ahead.pop();
            if (at.node.isTextual() && !isBlank(at.node.textValue())) {
                leaves.add(new Leaf(at.pointer, at.node.textValue()));
            }
            List<At> inside = new ArrayList<>(at.node.size());
            if (at.node.isArray()) {
                for (int i = 0; i < at.node.size(); i++) {
                    inside.add(new At(at.pointer + "/" + i, at.node.get(i)));
                }
            } else if (at.node.isObject()) {
                for (Map.Entry<String, JsonNode> member : at.node.properties()) {
                    inside.add(new At(at.pointer + Pointer.ROOT.child(member.getKey()), member.getValue()));
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

    private record At(String pointer, JsonNode node) {
    }
}

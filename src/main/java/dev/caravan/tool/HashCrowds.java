package dev.caravan.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Lists of many different values that have the same hash code. JSON values can't be ordered, so a hash table of them, as for {@code uniqueItems}
 * and {@code enum}, would compare each with all others: half a minute for some thousand texts that somebody made alike.
 */
final class HashCrowds {

    /** What is no crowd yet. Of honest values hardly two are alike. */
    static final int FEW = 64;

    private boolean found;

    private HashCrowds() {
    }

    /** Whether there is one in the value. */
    static boolean in(JsonNode value) {
        HashCrowds crowds = new HashCrowds();
        crowds.hash(value);
        return crowds.found;
    }

    /** As {@link JsonNode#hashCode}, each value's once. */
    private int hash(JsonNode value) {
        if (value.isArray()) {
            int[] hashes = new int[value.size()];
            int hash = 1;
            for (int i = 0; i < hashes.length && !found; i++) {
                hashes[i] = hash(value.get(i));
                hash = 31 * hash + hashes[i];
            }
            found |= hashes.length > FEW && isCrowd(value, hashes);
            return hash;
        }
        if (value.isObject()) {
            int hash = 0;
            for (Iterator<Map.Entry<String, JsonNode>> members = value.fields(); members.hasNext() && !found;) {
                Map.Entry<String, JsonNode> member = members.next();
                hash += member.getKey().hashCode() ^ hash(member.getValue());
            }
            return hash;
        }
        return value.hashCode();
    }

    private static boolean isCrowd(JsonNode list, int[] hashes) {
        int[] sorted = hashes.clone();
        Arrays.sort(sorted);
        for (int first = 0; first + FEW < sorted.length; first++) {
            if (sorted[first] == sorted[first + FEW] && different(list, hashes, sorted[first]) > FEW) {
                return true;
            }
            while (first + FEW < sorted.length - 1 && sorted[first] == sorted[first + 1]) {
                first++;
            }
        }
        return false;
    }

    /** As text they can be ordered, and so a hash table of them is quick. */
    private static int different(JsonNode list, int[] hashes, int hash) {
        Set<String> texts = new HashSet<>();
        for (int i = 0; i < hashes.length && texts.size() <= FEW; i++) {
            if (hashes[i] == hash) {
                texts.add(list.get(i).toString());
            }
        }
        return texts.size();
    }
}

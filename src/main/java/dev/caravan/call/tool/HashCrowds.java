package dev.caravan.call.tool;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;

/**
 * Finds lists with many different values of the same hash code. JSON values have no order, so a hash table of them, as for
 * {@code uniqueItems} and {@code enum}, compares each value with all others: half a minute for some thousand texts that an attacker made.
 */
final class HashCrowds {

    /** The number of values that is still harmless. Two ordinary values hardly ever collide. */
    static final int FEW = 64;

    private boolean found;

    private HashCrowds() {
    }

    /** Returns whether the value contains such a list. */
    static boolean in(JsonNode value) {
        HashCrowds crowds = new HashCrowds();
        crowds.hash(value);
        return crowds.found;
    }

    /** Computes {@link JsonNode#hashCode}, once for each value. */
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

    /** Counts different values. As text they have an order, so a hash table of them is fast. */
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

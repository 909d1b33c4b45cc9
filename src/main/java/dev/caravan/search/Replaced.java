package dev.caravan.search;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The chunks that a sync deletes, by the string that they are of. */
final class Replaced {

    private final Map<String, List<String>> surplus = new HashMap<>();
    private final Map<String, WantedChunk> last = new HashMap<>();

    /**
     * @param surplus {id: pointer} of the chunks to delete
     * @param missing chunks to write, in their order
     */
    Replaced(Map<String, String> surplus, List<WantedChunk> missing) {
        surplus.forEach((id, pointer) -> this.surplus.computeIfAbsent(pointer, none -> new ArrayList<>()).add(id));
        missing.forEach(chunk -> last.put(chunk.pointer(), chunk));
    }

    /**
     * Takes the chunks of the strings that are complete in the index after these chunks are written.
     *
     * @param most stops after a string with which this number is reached; {@link #rest()} has the others
     */
    List<String> by(List<WantedChunk> written, int most) {
        List<String> replaced = new ArrayList<>();
        for (WantedChunk chunk : written) {
            if (replaced.size() < most && last.get(chunk.pointer()) == chunk && surplus.containsKey(chunk.pointer())) {
                replaced.addAll(surplus.remove(chunk.pointer()));
            }
        }
        return replaced;
    }

    /** Returns the chunks that are not taken. */
    List<String> rest() {
        return surplus.values().stream().flatMap(List::stream).toList();
    }
}

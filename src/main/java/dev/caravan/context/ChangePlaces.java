package dev.caravan.context;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.Pointer;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/** The places that a change touched, as JSON Pointers. Two changes are independent unless one touched a place of the other, or above or below it. */
final class ChangePlaces {

    private static final int MOST = 100;
    private static final int MOST_CHARACTERS = 20_000;

    private final NavigableSet<String> places;

    ChangePlaces(List<String> places) {
        this.places = new TreeSet<>(places);
    }

    /** Returns each element that a change touched; the whole object or array if there are many, or if other items moved. */
    static List<String> of(Pointer path, JsonNode reversal, List<String> keys) {
        boolean each = Reversal.isLocal(reversal) && keys.size() <= MOST && keys.stream().mapToInt(String::length).sum() + keys.size() * path.toString().length() <= MOST_CHARACTERS;
        return each ? keys.stream().map(key -> path.child(key).toString()).toList() : List.of(path.toString());
    }

    /** Returns the first keys, as many as are shown. */
    static List<String> shown(List<String> keys) {
        List<String> shown = new ArrayList<>();
        int characters = 0;
        for (String key : keys) {
            characters += key.length();
            if (shown.size() == MOST || characters > MOST_CHARACTERS) {
                break;
            }
            shown.add(key);
        }
        return shown;
    }

    /** Whether one of the other's places is one of these, or above or below one. */
    boolean overlap(List<String> others) {
        return others.stream().anyMatch(this::touch);
    }

    private boolean touch(String place) {
        String below = places.ceiling(place + "/");
        if (places.contains(place) || below != null && below.startsWith(place + "/")) {
            return true;
        }
        for (int end = place.lastIndexOf('/'); end >= 0; end = place.lastIndexOf('/', end - 1)) {
            if (places.contains(place.substring(0, end))) {
                return true;
            }
        }
        return false;
    }

    /** Whether all these places are at or below the scope. */
    boolean areWithin(Pointer scope) {
        return places.stream().allMatch(place -> place.equals(scope.toString()) || place.startsWith(scope + "/"));
    }
}

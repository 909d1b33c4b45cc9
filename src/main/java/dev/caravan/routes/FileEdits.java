package dev.caravan.routes;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Tells which files of a folder were edited since the last look. An edit counts when two looks in a row have found the same file, so that a half-written
 * file is not read. The first look returns all files.
 *
 * @param <S> stamp of a file, which differs after an edit
 */
public final class FileEdits<S> {

    private final Map<String, S> seen = new TreeMap<>();
    private final Map<String, S> applied = new TreeMap<>();
    private boolean looked;

    /**
     * Returns the names of files that are new, changed or gone.
     *
     * @param now the files that exist, {name: stamp}
     */
    public List<String> in(Map<String, S> now) {
        List<String> edited = new ArrayList<>();
        applied.keySet().stream().filter(name -> !now.containsKey(name) && !seen.containsKey(name)).forEach(edited::add);
        now.forEach((name, stamp) -> {
            if (!stamp.equals(applied.get(name)) && (!looked || stamp.equals(seen.get(name)))) {
                edited.add(name);
            }
        });
        edited.forEach(name -> {
            if (now.containsKey(name)) {
                applied.put(name, now.get(name));
            } else {
                applied.remove(name);
            }
        });
        seen.clear();
        seen.putAll(now);
        looked = true;
        return edited;
    }
}

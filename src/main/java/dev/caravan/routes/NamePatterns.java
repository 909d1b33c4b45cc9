package dev.caravan.routes;

import java.util.List;
import org.springframework.util.PatternMatchUtils;

/**
 * Names with wildcards. {@code *} matches any characters, and {@code !} before a name excludes it. The last matching entry decides.
 *
 * @param entries names, in the order of the settings
 */
public record NamePatterns(List<String> entries) {

    /** Whether the entries include the name. */
    public boolean admit(String name) {
        return admit(name, false);
    }

    /**
     * Whether they include the name.
     *
     * @param otherwise the answer if no entry matches
     */
    public boolean admit(String name, boolean otherwise) {
        boolean admitted = otherwise;
        for (String entry : entries) {
            boolean excludes = entry.startsWith("!");
            if (PatternMatchUtils.simpleMatch(excludes ? entry.substring(1) : entry, name)) {
                admitted = !excludes;
            }
        }
        return admitted;
    }
}

package dev.caravan.source;

import java.util.List;

/**
 * Names with wildcards. {@code *} matches any characters, and {@code !} before a name excludes it. The last matching entry decides.
 *
 * @param entries names, in the order of the settings
 */
public record NamePatterns(List<String> entries) {

    /** Whether the entries include the name. */
    public boolean admit(String name) {
        boolean admitted = false;
        for (String entry : entries) {
            boolean excludes = entry.startsWith("!");
            if (fits(excludes ? entry.substring(1) : entry, name)) {
                admitted = !excludes;
            }
        }
        return admitted;
    }

    private static boolean fits(String glob, String name) {
        int at = 0;
        String[] parts = glob.split("\\*", -1);
        for (int i = 0; i < parts.length; i++) {
            boolean last = i == parts.length - 1;
            int found = i == 0 ? (name.startsWith(parts[0]) ? 0 : -1)
                    : last ? (name.length() - parts[i].length() >= at && name.endsWith(parts[i]) ? name.length() - parts[i].length() : -1)
                    : name.indexOf(parts[i], at);
            if (found < 0) {
                return false;
            }
            at = found + parts[i].length();
        }
        return parts.length > 1 || at == name.length();
    }
}

package dev.caravan.security;

import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsFile;
import dev.caravan.routes.SettingsText;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The text of a file of keys, {@code config/keys.yaml}, and the keys in it.
 *
 * @param file    name for messages
 * @param entries {name of a caller: key}
 */
public record KeysText(String file, String text, Map<String, Entry> entries) {

    /**
     * A key in the file.
     *
     * @param sha256   SHA-256 of the key, 64 hexadecimal digits
     * @param scopes   null for none
     * @param tags     null for all
     * @param toolsets null for all
     * @param expires  time from which on the key is refused; null for never
     * @param note     for people; null for none
     */
    public record Entry(String sha256, Set<String> scopes, Set<String> tags, Set<String> toolsets, Instant expires, String note) {

        public Entry {
            if (sha256 == null || !HASH.matcher(sha256).matches()) {
                throw new IllegalArgumentException(sha256 == null ? "sha256 is missing" : "sha256 must have 64 hexadecimal digits");
            }
            if (sha256.equalsIgnoreCase(NO_KEY)) {
                throw new IllegalArgumentException("sha256 is that of an empty key. Hash the key itself");
            }
            if (toolsets != null && toolsets.isEmpty()) {
                throw new IllegalArgumentException("toolsets must name a toolset. Leave it out for a key without toolsets");
            }
            scopes = scopes == null ? Set.of() : scopes;
            tags = tags == null ? Set.of() : tags;
            toolsets = toolsets == null ? Set.of() : toolsets;
        }

        /** Returns the entry as YAML. */
        private String yaml(String name) {
            StringBuilder yaml = new StringBuilder(name).append(":\n  sha256: ").append(sha256);
            Map<String, Collection<String>> lists = new LinkedHashMap<>();
            lists.put("scopes", scopes);
            lists.put("tags", tags);
            lists.put("toolsets", toolsets);
            lists.forEach((key, list) -> yaml.append(list.isEmpty() ? "" : "\n  " + key + ": ["
                    + list.stream().map(Entry::written).collect(Collectors.joining(", ")) + "]"));
            if (expires != null) {
                yaml.append("\n  expires: ").append(expires);
            }
            if (note != null) {
                yaml.append("\n  note: ").append(written(note));
            }
            return yaml.append('\n').toString();
        }

        private static String written(String value) {
            return PLAIN.matcher(value).matches() ? value : '"' + new String(JsonStringEncoder.getInstance().quoteAsString(value)) + '"';
        }
    }

    static final Pattern HASH = Pattern.compile("[0-9a-fA-F]{64}");
    /** The hash of no text. */
    static final String NO_KEY = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

    /** The shape of the file, for its reader. */
    static final class Entries extends LinkedHashMap<String, Entry> {

        private static final long serialVersionUID = 1;
    }

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._@-]{0,127}");
    private static final Pattern LIMIT = Pattern.compile(".+\\.(tags|toolsets)");
    /** What YAML reads as a text without quotes. */
    private static final Pattern PLAIN = Pattern.compile(
            "(?!(?i:true|false|yes|no|on|off|null)$)[A-Za-z][A-Za-z0-9._-]*(:[A-Za-z0-9._-]+)*");
    private static final SettingsFile<Entries> READER = new SettingsFile<>(null, Entries.class);

    /** @throws FileProblemException with the line, if a gateway would refuse the file */
    public static KeysText parse(String file, String text) throws FileProblemException {
        SettingsText parsed = SettingsText.parse(file, text);
        for (SettingsText.Value value : parsed.values()) { // an empty value would be a key without this limit
            if (LIMIT.matcher(value.path()).matches()) {
                throw new FileProblemException(file, parsed.line(value.path()), 0, "tags and toolsets must be lists, or be left out");
            }
        }
        KeysText keys = new KeysText(file, text, READER.read(file, text));
        Map<String, String> owners = new HashMap<>();
        for (Map.Entry<String, Entry> each : keys.entries.entrySet()) {
            String name = each.getKey();
            if (!NAME.matcher(name).matches()) {
                throw keys.problem(name, name + " must be 1 to 128 of A-Z a-z 0-9 . _ @ -, a letter or digit first");
            }
            if (each.getValue() == null) {
                throw keys.problem(name, name + " has no sha256");
            }
            String other = owners.put(each.getValue().sha256().toLowerCase(Locale.ROOT), name);
            if (other != null) {
                throw keys.problem(name + ".sha256", "sha256 is that of " + other + " too");
            }
        }
        return keys;
    }

    /** Says why the file can't be used, with the line of a key such as {@code reports.sha256}. */
    FileProblemException problem(String path, String reason) {
        return SettingsFile.problem(file, text, path, reason);
    }

    /**
     * Returns the text with one more key at its end. All else stays as it is.
     *
     * @throws FileProblemException if the file has a key of this name, or a key can't be added at its end
     */
    public KeysText with(String name, Entry entry) throws FileProblemException {
        if (entries.containsKey(name)) {
            throw problem(name, name + " has a key already");
        }
        return parse(file, text + (text.isEmpty() || text.endsWith("\n") ? "" : "\n") + entry.yaml(name));
    }

    /** Leaves out the hashes. */
    @Override
    public String toString() {
        return "KeysText[" + entries.keySet() + "]";
    }
}

package dev.caravan.source;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.NamePatterns;
import dev.caravan.routes.SettingsText;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hides secrets from who reads settings, and keeps who writes settings from sending them elsewhere.
 *
 * <p>A written secret is shown as {@code ***}. Who sends {@code ***} keeps it. The gateway accepts that, and variables that the operator
 * has not released, only while the settings stay that decide where secrets go. Otherwise a new address would receive them.
 *
 * @param variables names of variables that settings may use
 */
record SecretRules(SourceFolder<?, ?> kind, NamePatterns variables) {

    private static final String HIDDEN = "***";
    /** With this setting, an API's document does not decide where requests go. */
    private static final String SERVER = "server";
    /** With this setting, the document may name where tokens come from. */
    private static final String OAUTH = "oauth";
    /** A secret that is no more than a variable, perhaps after the name of a scheme. */
    private static final Pattern VARIABLE_ALONE = Pattern.compile("(?:[A-Za-z]{1,20} )?\\$\\{[A-Za-z0-9_.-]+}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}:]*)");

    /** Returns the settings without secrets. */
    String hidden(String settings) throws FileProblemException {
        SettingsText parsed = SettingsText.parse("settings", settings);
        return parsed.with(value -> kind.isSecret(value.path(), parsed) && !value.text().isEmpty()
                && !VARIABLE_ALONE.matcher(value.text()).matches() ? HIDDEN : null);
    }

    /**
     * Returns the settings with the secrets that the caller keeps.
     *
     * @param former        the present settings; empty for a new source
     * @param sameDocument  whether the document of an API stays
     * @throws FileProblemException if the edit could send a secret elsewhere
     */
    String written(String former, String next, boolean sameDocument) throws FileProblemException {
        SettingsText before = SettingsText.parse("settings", former);
        Map<String, Object> shown = SettingsText.parse("settings", hidden(former)).members();
        SettingsText given = SettingsText.parse("settings", next);
        Set<String> changed = new TreeSet<>(shown.keySet());
        changed.addAll(given.members().keySet());
        changed.removeIf(key -> Objects.equals(given.members().get(key), shown.get(key)));
        Set<String> moved = new TreeSet<>(changed);
        moved.removeAll(kind.traits().harmless());
        boolean stays = moved.isEmpty()
                && (sameDocument || given.members().containsKey(SERVER) && !given.members().containsKey(OAUTH));
        for (SettingsText.Value value : given.values()) {
            if (changed.contains(value.member()) || !stays && !kind.traits().harmless().contains(value.member())) {
                if (value.text().equals(HIDDEN)) {
                    throw new FileProblemException("settings: *** keeps a secret only while " + (moved.isEmpty() ? "the document"
                            : String.join(", ", moved)) + " stays. Write " + value.path()
                            + " again, or name a variable of caravan.sources.variables");
                }
                refuseVariables(value.text());
            }
        }
        return given.with(value -> changed.contains(value.member()) || value.text().equals(before.at(value.path())) ? null
                : before.at(value.path()));
    }

    private void refuseVariables(String value) throws FileProblemException {
        Matcher variable = VARIABLE.matcher(value);
        while (variable.find()) {
            if (variable.group(1).contains("$") || !variables.admit(variable.group(1))) { // a name within a name could become any
                throw new FileProblemException("settings: the variable " + variable.group(1).replaceAll("\\p{Cc}", "?")
                        + " is not released. Name it in caravan.sources.variables, or edit the file by hand");
            }
        }
    }
}

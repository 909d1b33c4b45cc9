package dev.caravan.source;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.NamePatterns;
import dev.caravan.routes.SettingsText;
import java.util.Locale;
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
    /** Values of these paths may be assignments, whose names stay visible. Elsewhere, a Base64 value with = at its end is no assignment. */
    private static final Pattern ASSIGNED = Pattern.compile("(env|args)\\.\\d+");
    private static final Pattern ASSIGNMENT = Pattern.compile("(-{0,2}[A-Za-z0-9_.-]{1,100}=).*", Pattern.DOTALL);
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}:]*)");

    /** Returns the settings without secrets. */
    String hidden(String settings) throws FileProblemException {
        SettingsText parsed = SettingsText.parse("settings", settings);
        return parsed.with(value -> kind.isSecret(value.path(), parsed) ? hiddenValue(value.path(), value.text()) : null);
    }

    private static String hiddenValue(String path, String value) {
        String name = name(path, value);
        String secret = value.substring(name.length());
        return secret.isEmpty() || VARIABLE_ALONE.matcher(secret).matches() ? null : name + HIDDEN;
    }

    /**
     * Returns the part of an assignment that stays visible: its name and =. It is empty for other values. An argument counts only if its
     * name is that of an option or of a secret.
     */
    private static String name(String path, String value) {
        Matcher assignment = ASSIGNMENT.matcher(value);
        String key = path.toLowerCase(Locale.ROOT);
        if (!ASSIGNED.matcher(key).matches() || !assignment.matches()) {
            return "";
        }
        String name = assignment.group(1);
        boolean named = key.startsWith("env")
                || (name.startsWith("-") || SettingsText.soundsSecret(name)) && !value.substring(name.length()).matches("=*");
        return named ? name : "";
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
        SettingsText given = SettingsText.parse("settings", next);
        boolean keeps = given.values().stream().anyMatch(SecretRules::keeps);
        String text = next;
        if (keeps) {
            for (SettingsText.Value value : given.values()) {
                if (keeps(value) && !isKept(value, before.at(value.path()))) {
                    throw new FileProblemException("settings: " + value.path() + " is " + HIDDEN
                            + ", which keeps a secret of the present settings, but they have none there. Write the value");
                }
            }
            text = given.with(value -> keeps(value) ? before.at(value.path()) : null);
        }
        SettingsText after = SettingsText.parse("settings", text);
        Set<String> changed = new TreeSet<>(before.members().keySet());
        changed.addAll(after.members().keySet());
        changed.removeIf(key -> after.members().containsKey(key) && after.members().get(key).equals(before.members().get(key)));
        Set<String> moved = new TreeSet<>(changed);
        moved.removeAll(kind.traits().harmless());
        boolean stays = moved.isEmpty() && (sameDocument || after.members().containsKey(SERVER) && !after.members().containsKey(OAUTH));
        if (keeps && !stays) {
            throw new FileProblemException(
                    "settings: " + HIDDEN + " keeps a secret only while " + (moved.isEmpty() ? "the document" : String.join(", ", moved))
                    + " stays. Write the secrets again, or name variables of caravan.sources.variables");
        }
        for (SettingsText.Value value : after.values()) {
            if (!stays && !kind.traits().harmless().contains(value.member()) || changed.contains(value.member())) {
                refuseVariables(value.text());
                if (SettingsText.uniform(value.path()).endsWith("grant")
                        && (value.text().toLowerCase(Locale.ROOT).contains("exchange") || value.text().contains("$"))) {
                    throw new FileProblemException("settings: " + value.path()
                            + ": token-exchange can be written by hand only, since its addresses receive the tokens of callers");
                }
            }
        }
        return text;
    }

    private static boolean keeps(SettingsText.Value value) {
        return value.text().equals(name(value.path(), value.text()) + HIDDEN);
    }

    /** Whether the former value has the same name, so that no guess at a name tells the beginning of a secret. */
    private static boolean isKept(SettingsText.Value hidden, String former) {
        return former != null && (hidden.text().equals(HIDDEN) || name(hidden.path(), former).equals(name(hidden.path(), hidden.text())));
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

package dev.caravan;

import static dev.caravan.DeclaredSettings.kebab;
import static dev.caravan.DeclaredSettings.key;
import static dev.caravan.DeclaredSettings.list;
import static dev.caravan.DeclaredSettings.shown;
import static dev.caravan.DeclaredSettings.types;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The README's table of settings has a line for each that the code reads, in the order and with the defaults of {@code config/}. What a
 * setting means is said in the table alone: a line that is missing is written to {@value #ANEW}, with a question mark for it.
 */
class ReadmeSettingsTest {

    private static final String START = "<!-- settings: checked by ReadmeSettingsTest -->\n";
    private static final String END = "<!-- end of settings -->";
    private static final String HEAD = "| `caravan.` | default | what it is |\n|---|---|---|\n";
    private static final Pattern GROUP = Pattern.compile("\\| \\*\\*`([^`]+)`\\*\\* \\| \\| \\|");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:`[^`]*` )?\\| (.+) \\|");
    private static final String UNTOLD = "?";
    private static final String ANEW = "target/settings.md";

    @Test
    void theTableIsWhatCanBeSet() throws Exception {
        String readme = Files.readString(Path.of("README.md"));
        int from = readme.indexOf(START) + START.length();
        String told = readme.substring(from, readme.indexOf(END, from));
        String table = table(meanings(told));
        Files.createDirectories(Path.of(ANEW).getParent());
        Files.writeString(Path.of(ANEW), table);

        assertThat(told).as("%s has the table as it should be: say what each setting means that has a question mark there, and put it between the marks", ANEW)
                .isEqualTo(table).doesNotContain("| " + UNTOLD + " |");
    }

    /** What the rows of the table say, by key. */
    private static Map<String, String> meanings(String table) {
        Map<String, String> meanings = new HashMap<>();
        String group = "";
        for (String line : table.lines().toList()) {
            Matcher named = GROUP.matcher(line);
            Matcher row = ROW.matcher(line);
            if (named.matches()) {
                group = named.group(1);
            } else if (row.matches()) {
                meanings.put(group + "." + row.group(1), row.group(2));
            }
        }
        return meanings;
    }

    private static String table(Map<String, String> meanings) throws Exception {
        Map<String, RecordComponent> components = new HashMap<>();
        for (Class<?> type : types()) {
            for (RecordComponent component : type.getRecordComponents()) {
                components.put(key(type.getAnnotation(ConfigurationProperties.class).value(), component), component);
            }
        }
        Map<String, String> settings = new LinkedHashMap<>();
        shown().forEach((key, value) -> {
            RecordComponent component = components.get(key);
            Class<?> element = component == null ? null : element(component);
            if (element == null) {
                settings.put(key, value);
            } else {
                RecordComponent[] parts = element.getRecordComponents();
                for (int i = 0; i < parts.length; i++) {
                    settings.put(key + (Map.class == component.getType() ? ".NAME." : "[N].") + kebab(parts[i].getName()), inCode(element, i));
                }
            }
        });
        StringBuilder table = new StringBuilder(HEAD);
        String group = "";
        for (Map.Entry<String, String> setting : settings.entrySet()) {
            int dot = setting.getKey().indexOf('.');
            if (!group.equals(setting.getKey().substring(0, dot))) {
                group = setting.getKey().substring(0, dot);
                table.append("| **`").append(group).append("`** | | |\n");
            }
            table.append("| `").append(setting.getKey().substring(dot + 1)).append("` | ").append(setting.getValue().isEmpty() ? "" : "`" + setting.getValue() + "` ")
                    .append("| ").append(meanings.getOrDefault(setting.getKey(), UNTOLD)).append(" |\n");
        }
        return table.toString();
    }

    /** Of the settings that each entry of a map or list has; null: it has none. */
    private static Class<?> element(RecordComponent component) {
        if (component.getGenericType() instanceof ParameterizedType type) {
            Type[] arguments = type.getActualTypeArguments();
            return arguments[arguments.length - 1] instanceof Class<?> element && element.isRecord() ? element : null;
        }
        return null;
    }

    private static String inCode(Class<?> type, int component) {
        DefaultValue value = type.getDeclaredConstructors()[0].getParameters()[component].getAnnotation(DefaultValue.class);
        return value == null ? "" : list(List.of(value.value()));
    }
}

package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.DeclaredSettings;
import java.io.IOException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The reference has each setting that the code reads, in the order and with the defaults of {@code config/}, and with the description that
 * IDEs show.
 */
class SettingsReferenceTest {

    private record Setting(String value, String description) {
    }

    @Test
    void referenceHasEverySetting() throws Exception {
        StringBuilder tables = new StringBuilder();
        String group = "";
        for (Map.Entry<String, Setting> setting : settings().entrySet()) {
            int dot = setting.getKey().indexOf('.');
            if (!group.equals(setting.getKey().substring(0, dot))) {
                group = setting.getKey().substring(0, dot);
                tables.append("\n### ").append(group).append("\n\n| `caravan.").append(group)
                        .append(".` | default | description |\n|---|---|---|\n");
            }
            tables.append("| `").append(setting.getKey().substring(dot + 1)).append("` | ")
                    .append(setting.getValue().value().isEmpty() ? "" : "`" + setting.getValue().value() + "` ")
                    .append("| ").append(GuidePage.cell(setting.getValue().description())).append(" |\n");
        }
        GuidePage.of("reference/settings.md").assertPart("settings", tables.append('\n').toString());
    }

    @Test
    void everyDescriptionIsASentence() throws Exception {
        assertThat(settings()).hasSizeGreaterThan(200)
                .allSatisfy((key, setting) -> assertThat(setting.description()).as(key).matches("[A-Z].*\\."));
    }

    private static Map<String, Setting> settings() throws Exception {
        Map<String, RecordComponent> components = new HashMap<>();
        for (Class<?> type : DeclaredSettings.types()) {
            for (RecordComponent component : type.getRecordComponents()) {
                components.put(DeclaredSettings.key(type.getAnnotation(ConfigurationProperties.class).value(), component), component);
            }
        }
        Map<String, String> descriptions = SettingDescriptions.all();
        Map<String, Setting> settings = new LinkedHashMap<>();
        for (Map.Entry<String, String> shown : DeclaredSettings.shown().entrySet()) {
            RecordComponent component = components.get(shown.getKey());
            Class<?> element = component == null ? null : element(component);
            if (element == null) {
                settings.put(shown.getKey(), new Setting(shown.getValue(), descriptions.getOrDefault(shown.getKey(), "?")));
            } else {
                addElements(settings, shown.getKey() + (Map.class == component.getType() ? ".NAME." : "[N]."), element);
            }
        }
        return settings;
    }

    private static void addElements(Map<String, Setting> settings, String prefix, Class<?> element) throws IOException {
        Map<String, String> descriptions = SettingDescriptions.ofElement(element);
        RecordComponent[] parts = element.getRecordComponents();
        for (int i = 0; i < parts.length; i++) {
            DefaultValue value = element.getDeclaredConstructors()[0].getParameters()[i].getAnnotation(DefaultValue.class);
            settings.put(prefix + DeclaredSettings.kebab(parts[i].getName()),
                    new Setting(value == null ? "" : DeclaredSettings.list(List.of(value.value())),
                            descriptions.getOrDefault(parts[i].getName(), "?")));
        }
    }

    /** The type of the entries of a map or list; null: they have no settings of their own. */
    private static Class<?> element(RecordComponent component) {
        if (component.getGenericType() instanceof ParameterizedType type) {
            Type[] arguments = type.getActualTypeArguments();
            return arguments[arguments.length - 1] instanceof Class<?> element && element.isRecord() ? element : null;
        }
        return null;
    }
}

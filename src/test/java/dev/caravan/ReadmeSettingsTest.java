package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/**
 * The README's table of settings has a line for each that the code reads, in the order and with the defaults of {@code config/}. What a
 * setting means is said in the table alone: a line that is missing is written to {@value #ANEW}, with a question mark for it.
 */
class ReadmeSettingsTest {

    private static final String ROOT = "caravan.";
    private static final List<String> FILES = List.of("config/application.yaml", "config/upstream.yaml");
    private static final String START = "<!-- settings: checked by ReadmeSettingsTest -->\n";
    private static final String END = "<!-- end of settings -->";
    private static final String HEAD = "| `caravan.` | default | what it is |\n|---|---|---|\n";
    private static final Pattern GROUP = Pattern.compile("\\| \\*\\*`([^`]+)`\\*\\* \\| \\| \\|");
    private static final Pattern ROW = Pattern.compile("\\| `([^`]+)` \\| (?:`[^`]*` )?\\| (.+) \\|");
    private static final String UNTOLD = "?";
    private static final String ANEW = "target/settings.md";
    private static final int WIDEST = 60;

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

    @Test
    void theConfigurationFilesShowWhatTheCodeReadsAndItsDefaults() throws Exception {
        Map<String, String> shown = new TreeMap<>();
        shown().keySet().forEach(key -> shown.put(key, ""));
        StandardEnvironment environment = new StandardEnvironment();
        for (String file : FILES) {
            YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
            yaml.setResources(new FileSystemResource(file));
            Properties properties = yaml.getObject();
            environment.getPropertySources().addFirst(new PropertiesPropertySource(file, properties));
        }
        Map<String, String> read = new TreeMap<>();
        for (Class<?> type : types()) {
            String prefix = type.getAnnotation(ConfigurationProperties.class).value();
            Object files = Binder.get(environment).bindOrCreate(prefix, Bindable.of(type));
            Object code = new Binder(new MapConfigurationPropertySource()).bindOrCreate(prefix, Bindable.of(type));
            for (RecordComponent component : type.getRecordComponents()) {
                read.put(key(prefix, component), "");
                assertThat(value(files, component)).as("the default of %s.%s, in the code and in config/", prefix, component.getName()).isEqualTo(value(code, component));
            }
        }
        assertThat(read).hasSizeGreaterThan(100);
        assertThat(shown.keySet()).isEqualTo(read.keySet());
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

    /** {key: default} of {@code config/}, in its order. */
    private static Map<String, String> shown() throws IOException {
        Map<String, String> shown = new LinkedHashMap<>();
        for (String file : FILES) {
            collect("", new YAMLMapper().readTree(Path.of(file).toFile()).get("caravan"), shown);
        }
        return shown;
    }

    private static void collect(String key, JsonNode value, Map<String, String> shown) {
        if (value.isObject() && !value.isEmpty()) {
            value.properties().forEach(member -> collect(key.isEmpty() ? member.getKey() : key + "." + member.getKey(), member.getValue(), shown));
        } else if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(item.asText()));
            shown.put(key, list(items));
        } else {
            shown.put(key, value.asText());
        }
    }

    private static String list(Collection<String> items) {
        String all = String.join(", ", items);
        return all.length() <= WIDEST ? all : items.iterator().next() + ", …";
    }

    /** What the settings of {@code config/} are read into. */
    private static List<Class<?>> types() throws ClassNotFoundException {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        List<Class<?>> types = new ArrayList<>();
        for (var found : scan.findCandidateComponents("dev.caravan")) {
            types.add(Class.forName(found.getBeanClassName()));
        }
        return types;
    }

    private static String key(String prefix, RecordComponent component) {
        return (prefix + "." + kebab(component.getName())).substring(ROOT.length());
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

    private static String value(Object settings, RecordComponent component) throws ReflectiveOperationException {
        Method accessor = component.getAccessor();
        accessor.setAccessible(true);
        return String.valueOf(accessor.invoke(settings));
    }

    private static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}

package dev.caravan;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/** The settings that the code reads, and those that {@code config/} shows. */
public final class DeclaredSettings {

    private static final String ROOT = "caravan.";
    static final List<String> FILES = List.of("config/application.yaml");
    private static final int WIDEST = 60;

    private DeclaredSettings() {
    }

    /** {key: default} of {@code config/}, in its order. */
    public static Map<String, String> shown() throws IOException {
        Map<String, String> shown = new LinkedHashMap<>();
        for (String file : FILES) {
            collect("", new YAMLMapper().readTree(Path.of(file).toFile()).get("caravan"), shown);
        }
        return shown;
    }

    private static void collect(String key, JsonNode value, Map<String, String> shown) {
        if (value.isObject() && !value.isEmpty()) {
            value.properties()
                    .forEach(member -> collect(key.isEmpty() ? member.getKey() : key + "." + member.getKey(), member.getValue(), shown));
        } else if (value.isArray()) {
            List<String> items = new ArrayList<>();
            value.forEach(item -> items.add(item.asText()));
            shown.put(key, list(items));
        } else {
            shown.put(key, value.asText());
        }
    }

    public static String list(Collection<String> items) {
        String all = String.join(", ", items);
        return all.length() <= WIDEST ? all : items.iterator().next() + ", …";
    }

    /** What the settings of {@code config/} are read into. */
    public static List<Class<?>> types() throws ClassNotFoundException {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        List<Class<?>> types = new ArrayList<>();
        for (var found : scan.findCandidateComponents("dev.caravan")) {
            types.add(Class.forName(found.getBeanClassName()));
        }
        return types;
    }

    public static String key(String prefix, RecordComponent component) {
        return (prefix + "." + kebab(component.getName())).substring(ROOT.length());
    }

    public static String kebab(String camel) {
        return camel.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }
}

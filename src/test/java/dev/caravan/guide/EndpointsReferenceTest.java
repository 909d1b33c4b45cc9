package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.call.DefinitionComponent;
import dev.caravan.call.prompt.PromptComponent;
import dev.caravan.call.resource.ResourceComponent;
import dev.caravan.call.tool.ToolComponent;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.camel.spi.UriEndpoint;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriPath;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;

/** The reference has each endpoint of the gateway, with the options that its class declares. */
class EndpointsReferenceTest {

    private static final GuidePage PAGE = GuidePage.of("reference/endpoints.md");
    private static final String HEAD = "| option | default | description |\n|---|---|---|\n";

    @Test
    void referenceHasEveryOptionOfEveryEndpoint() throws Exception {
        Map<String, String> sections = new TreeMap<>();
        for (DefinitionComponent component : List.of(new ToolComponent(), new ResourceComponent(), new PromptComponent())) {
            sections.put(component.kind().scheme(), definition(component));
        }
        for (Class<?> type : endpoints()) {
            sections.put(type.getAnnotation(UriEndpoint.class).scheme(), section(type));
        }
        assertThat(sections).hasSizeGreaterThanOrEqualTo(8);
        PAGE.assertPart("endpoints", String.join("", sections.values()) + '\n');
    }

    private static String definition(DefinitionComponent component) {
        String kind = component.kind().name().toLowerCase(Locale.ROOT);
        String title = kind.substring(0, 1).toUpperCase(Locale.ROOT) + kind.substring(1);
        StringBuilder section = new StringBuilder(
                "\n### ai-" + kind + "\n\nAI " + title + ": `ai-" + kind + ":NAME`. A route starts with this endpoint.\n\n" + HEAD);
        component.options()
                .forEach(option -> section.append("| `").append(option.name()).append(option.name().endsWith(".") ? "NAME` | " : "` | ")
                        .append(option.fallback().isEmpty() ? "" : "`" + option.fallback() + "` ").append("| ")
                        .append(GuidePage.cell(option.description())).append(" |\n"));
        return section.toString();
    }

    private static String section(Class<?> type) {
        UriEndpoint endpoint = type.getAnnotation(UriEndpoint.class);
        StringBuilder section = new StringBuilder("\n### ").append(endpoint.scheme()).append("\n\n").append(endpoint.title()).append(": `")
                .append(endpoint.syntax())
                .append("`. ").append(endpoint.consumerOnly() ? "A route starts with this endpoint." : "A step of a route.").append("\n\n");
        List<Field> options = options(type);
        if (!options.isEmpty()) {
            section.append(HEAD);
        }
        for (Field field : options) {
            UriParam option = field.getAnnotation(UriParam.class);
            section.append("| `").append(option == null || option.prefix().isEmpty() ? field.getName() : option.prefix() + "NAME")
                    .append(option == null ? "` (path) | " : "` | ")
                    .append(option == null || option.defaultValue().isEmpty() ? "" : "`" + option.defaultValue() + "` ").append("| ")
                    .append(description(field)).append(" |\n");
        }
        return section.toString();
    }

    @Test
    void referenceHasEveryMcpStepWithItsOptions() throws Exception {
        Map<String, String> meanings = TableRows.of(PAGE.part("mcp")).meanings(2);
        StringBuilder table = new StringBuilder("| step | option | description |\n|---|---|---|\n");
        Class<?> operations = Class.forName("dev.caravan.call.client.McpStep$Operation");
        Field options = operations.getDeclaredField("options");
        options.setAccessible(true);
        for (Object operation : operations.getEnumConstants()) {
            String step = "`mcp:" + operation.toString().toLowerCase(Locale.ROOT) + "`";
            Set<String> names = new TreeSet<>();
            ((Set<?>) options.get(operation)).forEach(option -> names.add("`" + option + "`"));
            if (step.equals("`mcp:elicit`")) {
                names.add("`field.NAME`");
            }
            for (String name : names.isEmpty() ? Set.of("") : names) {
                String key = step + " " + name;
                table.append("| ").append(step).append(" | ").append(name).append(name.isEmpty() ? "| " : " | ")
                        .append(meanings.getOrDefault(key.strip(), "?")).append(" |\n");
            }
        }
        PAGE.assertPart("mcp", table.toString());
    }

    private static String description(Field field) {
        String text = field.isAnnotationPresent(UriPath.class) ? field.getAnnotation(UriPath.class).description()
                : field.getAnnotation(UriParam.class).description();
        String values = field.isAnnotationPresent(UriParam.class) && !field.getAnnotation(UriParam.class).enums().isEmpty()
                ? " Values: " + field.getAnnotation(UriParam.class).enums().replace(",", ", ") + "." : "";
        return GuidePage.cell(text + values);
    }

    /** The path first, then the class's own options, then those that definitions share. */
    private static List<Field> options(Class<?> type) {
        List<Field> own = Arrays.stream(type.getDeclaredFields())
                .filter(field -> field.isAnnotationPresent(UriPath.class) || field.isAnnotationPresent(UriParam.class)).toList();
        List<Field> shared = type.getSuperclass().getName().startsWith("dev.caravan") ? options(type.getSuperclass()) : List.of();
        return Stream.concat(own.stream(), shared.stream()).toList();
    }

    private static List<Class<?>> endpoints() throws ClassNotFoundException, IOException {
        ClassPathScanningCandidateComponentProvider scan = new ClassPathScanningCandidateComponentProvider(false);
        scan.addIncludeFilter(new AnnotationTypeFilter(UriEndpoint.class));
        List<Class<?>> types = new ArrayList<>();
        for (var found : scan.findCandidateComponents("dev.caravan")) {
            types.add(Class.forName(found.getBeanClassName()));
        }
        return types;
    }
}

package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
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

    @Test
    void referenceHasEveryOptionOfEveryEndpoint() throws Exception {
        StringBuilder sections = new StringBuilder();
        for (Class<?> type : endpoints()) {
            UriEndpoint endpoint = type.getAnnotation(UriEndpoint.class);
            sections.append("\n### ").append(endpoint.scheme()).append("\n\n").append(endpoint.title()).append(": `").append(endpoint.syntax()).append("`. ")
                    .append(endpoint.consumerOnly() ? "A route starts with this endpoint." : "A step of a route.").append("\n\n");
            List<Field> options = options(type);
            if (!options.isEmpty()) {
                sections.append("| option | default | description |\n|---|---|---|\n");
            }
            for (Field field : options) {
                UriParam option = field.getAnnotation(UriParam.class);
                sections.append("| `").append(option == null || option.prefix().isEmpty() ? field.getName() : option.prefix() + "NAME")
                        .append(option == null ? "` (path) | " : "` | ").append(option == null || option.defaultValue().isEmpty() ? "" : "`" + option.defaultValue() + "` ").append("| ").append(description(field)).append(" |\n");
            }
        }
        PAGE.assertPart("endpoints", sections.append('\n').toString());
    }

    @Test
    void referenceHasEveryMcpStepWithItsOptions() throws Exception {
        Map<String, String> meanings = TableRows.of(PAGE.part("mcp")).meanings(2);
        StringBuilder table = new StringBuilder("| step | option | description |\n|---|---|---|\n");
        Class<?> operations = Class.forName("dev.caravan.call.client.Operation");
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
                table.append("| ").append(step).append(" | ").append(name).append(name.isEmpty() ? "| " : " | ").append(meanings.getOrDefault(key.strip(), "?")).append(" |\n");
            }
        }
        PAGE.assertPart("mcp", table.toString());
    }

    private static String description(Field field) {
        String text = field.isAnnotationPresent(UriPath.class) ? field.getAnnotation(UriPath.class).description() : field.getAnnotation(UriParam.class).description();
        String values = field.isAnnotationPresent(UriParam.class) && !field.getAnnotation(UriParam.class).enums().isEmpty()
                ? " Values: " + field.getAnnotation(UriParam.class).enums().replace(",", ", ") + "." : "";
        return GuidePage.cell(text + values);
    }

    /** The path first, then the class's own options, then those that definitions share. */
    private static List<Field> options(Class<?> type) {
        List<Field> own = Arrays.stream(type.getDeclaredFields()).filter(field -> field.isAnnotationPresent(UriPath.class) || field.isAnnotationPresent(UriParam.class)).toList();
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
        types.sort(Comparator.comparing(type -> type.getAnnotation(UriEndpoint.class).scheme()));
        assertThat(types).hasSizeGreaterThanOrEqualTo(8);
        return types;
    }
}

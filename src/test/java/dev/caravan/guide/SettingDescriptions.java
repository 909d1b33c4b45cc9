package dev.caravan.guide;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What each setting means: as the configuration metadata says, which the compiler writes from the javadoc, and IDEs read. */
final class SettingDescriptions {

    private static final Path METADATA = Path.of("target/classes/META-INF/spring-configuration-metadata.json");
    private static final Pattern PARAM = Pattern.compile("@param +(\\w+)\\s+([^@]*)");

    private SettingDescriptions() {
    }

    /** {key without caravan.: description} */
    static Map<String, String> all() throws IOException {
        Map<String, String> descriptions = new HashMap<>();
        for (JsonNode property : new ObjectMapper().readTree(METADATA.toFile()).get("properties")) {
            descriptions.put(property.get("name").asText().replaceFirst("^caravan\\.", ""), property.path("description").asText("?"));
        }
        return descriptions;
    }

    /** Of a record that is the type of map entries or list items, which the metadata leaves out: {component: description}. */
    static Map<String, String> ofElement(Class<?> element) throws IOException {
        Path source = Path.of("src/main/java", element.getName().replaceAll("\\$.*", "").replace('.', '/') + ".java");
        String code = Files.readString(source);
        String before = code.substring(0, code.indexOf("record " + element.getSimpleName() + "("));
        String javadoc = before.substring(before.lastIndexOf("/**"), before.lastIndexOf("*/")).replaceAll("\\s*\n\\s*\\*", " ");
        Map<String, String> descriptions = new HashMap<>();
        for (MatchResult param : PARAM.matcher(javadoc).results().toList()) {
            descriptions.put(param.group(1), param.group(2).strip().replaceAll("\\s+", " "));
        }
        return descriptions;
    }
}

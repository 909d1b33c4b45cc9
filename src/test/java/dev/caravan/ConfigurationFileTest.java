package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.PropertiesPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.core.io.FileSystemResource;

/** {@code config/} shows what the code reads, and nothing else. */
class ConfigurationFileTest {

    @Test
    void codeReadsEveryKey() throws Exception {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new FileSystemResource("config/application.yaml"));
        Properties keys = yaml.getObject();
        StringBuilder code = new StringBuilder();
        try (Stream<Path> files = Files.walk(Path.of("src/main/java"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".java")).toList()) {
                code.append(Files.readString(file));
            }
        }
        List<String> unread = new ArrayList<>();
        for (Object each : keys.keySet()) { // also numbers and booleans, which stringPropertyNames leaves out
            String key = (String) each;
            if (key.startsWith("caravan.")) {
                if (!isRead(key.replaceAll("\\[.*", ""), code)) {
                    unread.add(key);
                }
            }
        }
        assertThat(keys).containsKey("caravan.http.port");
        assertThat(unread).isEmpty();
    }

    /**
     * A record for the prefix has the last word as a component; or a record for a shorter prefix has each word after it, its records within
     * it.
     */
    private static boolean isRead(String key, StringBuilder code) {
        int dot = key.lastIndexOf('.');
        return dot > 0 && code.indexOf(" " + camelCase(key.substring(dot + 1))) >= 0
                && (code.indexOf("@ConfigurationProperties(\"" + key.substring(0, dot) + "\")") >= 0
                        || isRead(key.substring(0, dot), code));
    }

    @Test
    void examplesOfServersHaveEverySetting() throws Exception {
        Set<String> keys = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("config/servers"))) {
            for (Path file : files.toList()) {
                keys.addAll(keys(new YAMLMapper().readTree(file.toFile())));
            }
        }
        JsonNode http = new YAMLMapper().readTree(Path.of("config/servers/another.yaml.txt").toFile());

        assertThat(keys).isEqualTo(components("mcp.UpstreamProperties$Server"));
        assertThat(keys(http.get("expose"))).isEqualTo(components("mcp.Exposure"));
    }

    @Test
    void exampleOfADatabaseHasEverySetting() throws Exception {
        String yaml = Files.readString(Path.of("config/application.yaml")).replace("  databases: {}\n", "  databases:\n")
                .replaceAll("(?m)^  #  ", "    ");

        assertThat(examples(yaml, "caravan", "dev.caravan.database.DatabaseProperties", "Database", 3))
                .contains("type=POSTGRESQL", "url=jdbc:postgresql://127.0.0.1:5432/shop", "statementTimeout=PT4S", "poolSize=10");
    }

    @Test
    void exampleOfAnApiHasEverySetting() throws Exception {
        JsonNode example = new YAMLMapper().readTree(Path.of("config/apis/example.yaml").toFile());

        assertThat(keys(example)).isEqualTo(components("openapi.ApiSettings"));
        assertThat(keys(example.get("expose"))).isEqualTo(components("openapi.ApiSettings$Expose"));
    }

    private static Set<String> keys(JsonNode yaml) {
        return yaml.properties().stream().map(member -> camelCase(member.getKey())).collect(Collectors.toSet());
    }

    private static Set<String> components(String settings) throws ClassNotFoundException {
        return Arrays.stream(Class.forName("dev.caravan.source." + settings).getRecordComponents()).map(RecordComponent::getName)
                .collect(Collectors.toSet());
    }

    /** What is bound, as text, once it is sure that the examples name every component of {@code element} and nothing else. */
    private static String examples(String yaml, String prefix, String properties, String element, int depth) throws Exception {
        YamlPropertiesFactoryBean examples = new YamlPropertiesFactoryBean();
        examples.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        Properties keys = examples.getObject();
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new PropertiesPropertySource("examples", keys));
        Set<String> shown = keys.keySet().stream().map(String::valueOf).filter(key -> key.startsWith("caravan.databases."))
                .map(key -> camelCase(key.split("\\.")[depth].replaceAll("\\[.*", ""))).collect(Collectors.toSet());
        Class<?> type = Class.forName(properties + "$" + element);

        assertThat(shown).isEqualTo(Arrays.stream(type.getRecordComponents()).map(RecordComponent::getName).collect(Collectors.toSet()));
        return Binder.get(environment).bind(prefix, Bindable.of(Class.forName(properties))).get().toString();
    }

    private static String camelCase(String kebab) {
        StringBuilder camel = new StringBuilder();
        for (String part : kebab.split("-")) {
            camel.append(camel.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return camel.toString();
    }
}

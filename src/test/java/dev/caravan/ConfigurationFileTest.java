package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.FileSystemResource;

/** {@code config/application.yaml} shows what the code reads, and nothing else. */
class ConfigurationFileTest {

    @Test
    void everyKeyIsReadBySomeCode() throws Exception {
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
        for (String key : keys.stringPropertyNames()) {
            if (key.startsWith("caravan.")) {
                String prefix = key.substring(0, key.lastIndexOf('.'));
                String component = camelCase(key.substring(key.lastIndexOf('.') + 1).replaceAll("\\[.*", ""));
                boolean read = code.indexOf("@ConfigurationProperties(\"" + prefix + "\")") >= 0 && code.indexOf(" " + component) >= 0;
                if (!read) {
                    unread.add(key);
                }
            }
        }
        assertThat(keys.stringPropertyNames()).anyMatch(key -> key.startsWith("caravan.http."));
        assertThat(unread).isEmpty();
    }

    private static String camelCase(String kebab) {
        StringBuilder camel = new StringBuilder();
        for (String part : kebab.split("-")) {
            camel.append(camel.isEmpty() ? part : Character.toUpperCase(part.charAt(0)) + part.substring(1));
        }
        return camel.toString();
    }
}

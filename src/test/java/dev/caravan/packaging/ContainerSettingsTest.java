package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.ByteArrayResource;

/** Every variable that the containers are given is a setting that there is, as Spring Boot itself reads variables. */
class ContainerSettingsTest {

    private static final Pattern OURS = Pattern.compile("(CARAVAN|SERVER|MANAGEMENT|SPRING)_[A-Z0-9_]+");

    @Test
    void composeUsesExistingSettings() throws IOException {
        JsonNode services = Manifests.read(Path.of("docker/compose.yaml")).get(0).get("services");

        assertThat(services.at("/gateway-b/environment")).isEqualTo(services.at("/gateway/environment"));
        assertThat(unread(variables(services.at("/gateway/environment")))).isEmpty();
    }

    @Test
    void kubernetesUsesExistingSettings() throws IOException {
        assertThat(unread(variables(Manifests.named("ConfigMap", "caravan-settings").get("data")))).isEmpty();
        assertThat(unread(variables(Manifests.named("Secret", "caravan-secrets").get("stringData")))).isEmpty();
    }

    @Test
    void imageUsesExistingSettings() throws IOException {
        Map<String, Object> variables = new TreeMap<>();
        Matcher name = Pattern.compile("(?:ENV | {4})(" + OURS + ")=(\\S+)").matcher(Files.readString(Path.of("docker/Dockerfile")));
        while (name.find()) {
            variables.put(name.group(1), name.group(3));
        }

        assertThat(variables).containsEntry("CARAVAN_HTTP_HOST", "0.0.0.0").containsEntry("SERVER_ADDRESS", "0.0.0.0")
                .containsEntry("CARAVAN_SECURITY_MODE", "api-key").hasSize(3);
        assertThat(unread(variables)).isEmpty();
    }

    @Test
    void misspelledSettingsAreFound() throws IOException {
        assertThat(unread(Map.of("CARAVAN_HTTP_PROT", "1", "CARAVAN_HTTP_STOP_DELAY", "1s", "CARAVAN_HTTP_MAXBODY", "1MB",
                "CARAVAN_HTTP_PORT", "1", "CARAVAN_HTTP_ENABLED", "true", "CARAVAN_DATABASES_MYSQL_URI", "",
                "CARAVAN_DATABASES_MYSQL_URL", "", "CARAVAN_SECURITY_KEYS_0_SHA", "", "CARAVAN_SECURITY_KEYS_1_SHA256", "")))
                .containsExactlyInAnyOrder("CARAVAN_HTTP_PROT", "CARAVAN_DATABASES_MYSQL_URI", "CARAVAN_SECURITY_KEYS_0_SHA");
    }

    private static Map<String, Object> variables(JsonNode object) {
        Map<String, Object> variables = new TreeMap<>();
        object.properties().forEach(entry -> {
            assertThat(entry.getKey()).matches(OURS);
            variables.put(entry.getKey(), entry.getValue().asText());
        });
        assertThat(variables).isNotEmpty();
        return variables;
    }

    /** Those that no setting of config/application.yaml, examples included, is read from. */
    private static Set<String> unread(Map<String, Object> variables) throws IOException {
        SystemEnvironmentPropertySource source = new SystemEnvironmentPropertySource(
                StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables);
        ConfigurationPropertySource configuration = ConfigurationPropertySource.from(source);
        Set<String> left = new TreeSet<>(variables.keySet());
        for (String setting : settings(variables.keySet())) {
            ConfigurationProperty property = configuration.getConfigurationProperty(ConfigurationPropertyName.of(setting));
            if (property != null) {
                left.remove(((PropertySourceOrigin) property.getOrigin()).getPropertyName());
            }
        }
        return left;
    }

    private static Set<String> settings(Set<String> variables) throws IOException {
        String yaml = Files.readString(Path.of("config/application.yaml"))
                .replaceAll("(?m)^( +(?:databases|keys|workspaces):) (?:\\{}|\\[])\n", "$1\n")
                .replaceAll("(?m)^( +)#  (?! *#)", "$1  ");
        YamlPropertiesFactoryBean reader = new YamlPropertiesFactoryBean();
        reader.setResources(new ByteArrayResource(yaml.getBytes(StandardCharsets.UTF_8)));
        Set<String> settings = new HashSet<>();
        for (Object setting : reader.getObject().keySet()) {
            String name = setting.toString().replaceAll("\\[\\d+]$", "");
            settings.add(name);
            for (String variable : variables) {
                Matcher example = Pattern.compile("CARAVAN_(DATABASES_([A-Z0-9]+)|SECURITY_KEYS_(\\d+))_.*").matcher(variable);
                if (example.matches()) {
                    settings.add(example.group(2) == null ? name.replace("keys[0]", "keys[" + example.group(3) + "]")
                            : name.replace("databases.postgresql.", "databases." + example.group(2).toLowerCase() + "."));
                }
            }
        }
        return settings;
    }
}

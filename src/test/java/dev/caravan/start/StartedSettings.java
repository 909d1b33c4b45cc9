package dev.caravan.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Starts the gateway's settings without the gateway. */
abstract class StartedSettings {

    @TempDir
    Path folder;

    @Configuration(proxyBeanMethods = false)
    @ConfigurationPropertiesScan("dev.caravan")
    static class Settings {
    }

    void start(Map<String, Object> variables, String... arguments) {
        SpringApplication application = new SpringApplication(Settings.class);
        application.setWebApplicationType(WebApplicationType.NONE);
        application.setLazyInitialization(true);
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().replace(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
                new SystemEnvironmentPropertySource(StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, variables));
        application.setEnvironment(environment);
        try (ConfigurableApplicationContext started = application.run(arguments)) {
            assertThat(started.isActive()).isTrue();
        }
    }

    String file(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text).toString();
    }
}

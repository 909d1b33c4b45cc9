package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

class OfferedPropertiesTest {

    @Test
    void propertiesOverrideTheFileAndTheCommandLineOverridesThem() {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource("--chosen=on the command line"));
        environment.getPropertySources().addLast(new MapPropertySource("application.yaml", Map.of("uri", "in the file")));

        new OfferedProperties(Map.of("uri", "embedded", "chosen", "embedded")).offerTo(environment);

        assertThat(environment.getProperty("uri")).isEqualTo("embedded");
        assertThat(environment.getProperty("chosen")).isEqualTo("on the command line");
    }
}

package dev.caravan.start;

import java.io.IOException;
import org.springframework.core.env.ConfigurableEnvironment;

/**
 * Checks a part of the settings before the gateway starts. It must not take longer than some milliseconds.
 * {@code META-INF/spring.factories} names the checks.
 */
public interface StartCheck {

    /**
     * @throws IllegalArgumentException if a setting is wrong. The message names the setting, what it must be and what to do. It contains no
     *                                  value that could be a secret.
     * @throws IOException              if something else is in the way, such as a process that uses the port
     */
    void check(ConfigurableEnvironment settings) throws IOException;
}

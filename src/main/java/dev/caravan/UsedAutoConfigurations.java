package dev.caravan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Of what Spring Boot and Camel configure by themselves for each jar that they find, what a gateway uses; named in
 * {@code META-INF/spring/dev.caravan.UsedAutoConfigurations.imports}. What is on the class path besides changes nothing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface UsedAutoConfigurations {
}

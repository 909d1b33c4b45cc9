package dev.caravan;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;

/**
 * Imports the auto-configurations of Spring Boot and Camel that the gateway uses, as named in
 * {@code META-INF/spring/dev.caravan.UsedAutoConfigurations.imports}. Other jars on the class path configure nothing.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ImportAutoConfiguration
public @interface UsedAutoConfigurations {
}

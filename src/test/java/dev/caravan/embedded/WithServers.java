package dev.caravan.embedded;

import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * On a Spring test class: starts these {@link SharedServers} before the application, and gives it their properties. Tests without Spring
 * use {@link SharedServers#get}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
public @interface WithServers {

    ServerKind[] value();
}

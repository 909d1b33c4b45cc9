package dev.caravan.routes;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.apache.camel.CamelContext;
import org.apache.camel.RouteConfigurationsBuilder;
import org.apache.camel.RoutesBuilder;
import org.apache.camel.model.Model;
import org.apache.camel.spi.RoutePolicyFactory;
import org.junit.jupiter.api.Test;

/** Routes, templates and configurations come and go one at a time, also by methods that a new version of Camel may add or call. */
class RoutesContextTest {

    /** What leads to other methods, or to no route. */
    private static final List<Class<?>> LEADING_ON = List.of(RoutesBuilder.class, RouteConfigurationsBuilder.class, RoutePolicyFactory.class);

    @Test
    void everyChangeHoldsTheMonitor() {
        List<Method> changes = Stream.of(Model.class, CamelContext.class).flatMap(type -> Arrays.stream(type.getMethods()))
                .filter(method -> method.getName().matches("(add|remove)(Rest|\\w*Rout?e)\\w*"))
                .filter(method -> Arrays.stream(method.getParameterTypes()).noneMatch(LEADING_ON::contains)).toList();

        assertThat(changes).hasSizeGreaterThan(20).allSatisfy(method -> {
            Method own = RoutesContext.class.getDeclaredMethod(method.getName(), method.getParameterTypes());
            assertThat(Modifier.isSynchronized(own.getModifiers())).isTrue();
        });
    }
}

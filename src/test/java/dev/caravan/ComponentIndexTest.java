package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.TypeFilter;
import org.springframework.stereotype.Component;
import org.springframework.stereotype.Indexed;

/** A start reads the index of components that the compiler writes, not all classes. So the index must name them all. */
class ComponentIndexTest {

    @Test
    void theIndexNamesAllComponents() {
        Set<String> read = found((reader, factory) -> reader.getAnnotationMetadata().isAnnotated(Indexed.class.getName()));
        assertThat(found(new AnnotationTypeFilter(Component.class), new AnnotationTypeFilter(ConfigurationProperties.class)))
                .hasSizeGreaterThan(300).isEqualTo(read);
    }

    /** Spring looks up filters by annotation in the index, if there is one. For other filters it reads all classes. */
    private static Set<String> found(TypeFilter... filters) {
        ClassPathScanningCandidateComponentProvider provider = new ClassPathScanningCandidateComponentProvider(false);
        for (TypeFilter filter : filters) {
            provider.addIncludeFilter(filter);
        }
        Set<String> names = new TreeSet<>();
        provider.findCandidateComponents("dev.caravan").forEach(found -> {
            if (!String.valueOf(found.getResourceDescription()).contains("test-classes")) {
                names.add(found.getBeanClassName());
            }
        });
        return names;
    }
}

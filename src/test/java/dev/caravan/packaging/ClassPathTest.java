package dev.caravan.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** No class is on the class path twice: which of the two is used would depend on the order of the jars. */
class ClassPathTest {

    @Test
    void everyClassIsInOneJar() throws IOException {
        List<String> jars = Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar")).distinct().toList();
        assertThat(jars).as("jars on the class path").hasSizeGreaterThan(200);
        Map<String, String> places = new HashMap<>();
        Map<String, TreeSet<String>> twice = new TreeMap<>();
        for (String jar : jars) {
            try (JarFile file = new JarFile(jar)) {
                file.stream().map(entry -> entry.getName()).filter(ClassPathTest::isClass).distinct().forEach(name -> {
                    String first = places.putIfAbsent(name, jar);
                    if (first != null) {
                        twice.computeIfAbsent(new File(first).getName() + " and " + new File(jar).getName(), pair -> new TreeSet<>())
                                .add(name);
                    }
                });
            }
        }
        assertThat(places).hasSizeGreaterThan(50_000);
        assertThat(twice).as("classes in two jars").isEmpty();
    }

    /** Those of META-INF are for other Java versions; packages and modules may be described by many jars. */
    private static boolean isClass(String name) {
        return name.endsWith(".class") && !name.startsWith("META-INF/") && !name.endsWith("package-info.class")
                && !name.endsWith("module-info.class");
    }
}

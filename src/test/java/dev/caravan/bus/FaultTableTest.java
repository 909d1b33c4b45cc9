package dev.caravan.bus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.EnumSource;

/** Each row of the guide's table of faults has a test that reads its cells over both buses, and each such test has its row. */
class FaultTableTest {

    private static final Path TESTS = Path.of("src/test/java/dev/caravan/bus");

    @Test
    void eachRowHasItsTest() throws Exception {
        Set<String> tested = new TreeSet<>();
        for (Method test : tests()) {
            for (Fault fault : test.getAnnotationsByType(Fault.class)) {
                tested.add(fault.value());
            }
            assertThat(test.getParameterTypes()).as(test + " runs over both buses").containsExactly(Bus.class);
            assertThat(test.getAnnotation(EnumSource.class).names()).as(test + " runs over both buses").isEmpty();
        }
        assertThat(tested).isEqualTo(new TreeSet<>(FaultRow.all().keySet()));
        assertThat(tested).hasSizeGreaterThanOrEqualTo(14);
    }

    @Test
    void eachRowHasAllItsCells() {
        assertThat(FaultRow.all().values()).allSatisfy(row -> {
            assertThat(row.cells()).as(row.fault()).hasSize(FaultRow.Column.values().length).noneMatch(String::isBlank);
            for (Bus bus : Bus.values()) {
                String metrics = row.cell(FaultRow.Column.METRICS, bus, true);
                assertThat(metrics.equals("nothing") || !FaultRow.quoted(metrics).isEmpty()).as(metrics).isTrue();
            }
        });
    }

    private static List<Method> tests() throws IOException, ClassNotFoundException {
        List<Method> tests = new ArrayList<>();
        try (Stream<Path> files = Files.list(TESTS)) {
            for (Path file : files.filter(file -> file.toString().endsWith("Test.java")).toList()) {
                String name = FaultTableTest.class.getPackageName() + "." + file.getFileName().toString().replace(".java", "");
                for (Method method : Class.forName(name).getDeclaredMethods()) {
                    if (method.getAnnotationsByType(Fault.class).length > 0) {
                        tests.add(method);
                    }
                }
            }
        }
        return tests;
    }
}

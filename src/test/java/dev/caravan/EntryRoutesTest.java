package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The routes of entries and calls serve all capabilities, and name no class of one of them, nor of a database's driver. */
class EntryRoutesTest {

    private static final Pattern OF_A_CAPABILITY = Pattern.compile("dev\\.caravan\\.(?:" + String.join("|", ArchitectureTest.CAPABILITIES)
            + "|" + String.join("|", ArchitectureTest.SOURCES) + "|retrieval)\\.\\w|com\\.mongodb|org\\.neo4j");

    @ParameterizedTest
    @ValueSource(strings = {"routes/call", "routes/entry"})
    void noRouteNamesACapability(String folder) throws IOException {
        assertThat(OF_A_CAPABILITY.matcher("${exception} is 'dev.caravan.context.ContextFailure'").find()).isTrue();
        try (Stream<Path> files = Files.walk(Path.of(folder))) {
            List<Path> routes = files.filter(file -> file.toString().endsWith(".yaml")).toList();
            assertThat(routes).hasSizeGreaterThan(2);
            for (Path file : routes) {
                assertThat(Files.readString(file)).as(file.toString()).doesNotContainPattern(OF_A_CAPABILITY);
            }
        }
    }
}

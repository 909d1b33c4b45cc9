package dev.caravan.source.mcp;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** A file of former releases with all servers ends the start, since it would be ignored. */
class FormerServersFileTest {

    @Test
    void theStartIsRefusedWithWhatToDo() throws IOException {
        Path folder = TemporaryFolder.make("former");
        Files.writeString(folder.resolve("upstream.yaml"), "caravan:\n  upstream:\n    servers: {}\n");

        assertThatThrownBy(OwnGateway.withEntries().set("upstream.directory", folder.resolve("servers"))::start)
                .rootCause().hasMessageContaining(folder.resolve("upstream.yaml") + " is not read")
                .hasMessageContaining("servers/NAME.yaml");
    }
}

package dev.caravan.embedded;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.IntSupplier;

/** A separate stack for tests of this package, below {@code target}, new in each test. */
record TestPlace(Path data, List<String> progress) {

    static final Path BINARIES = Path.of("target", "embedded", "binaries");

    TestPlace(String name) {
        this(Path.of("target", "embedded", name), new CopyOnWriteArrayList<>());
    }

    EmbeddedServers servers() {
        return servers(new FreePorts());
    }

    EmbeddedServers servers(IntSupplier ports) {
        return EmbeddedServers.in(data, BINARIES, ports, progress::add);
    }

    List<ProcessHandle> processes() throws Exception {
        return new Orphans(BINARIES.toRealPath(), data.toRealPath()).find();
    }
}

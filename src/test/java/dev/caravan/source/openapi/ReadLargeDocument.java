package dev.caravan.source.openapi;

import dev.caravan.routes.SettingsFile;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import org.springframework.core.env.StandardEnvironment;

/** Reads a document in a JVM of its own, and prints how much processor time that took. */
final class ReadLargeDocument {

    private ReadLargeDocument() {
    }

    public static void main(String... args) throws Exception {
        OfferedApi api = new ApiReader(
                new SettingsFile<>(new StandardEnvironment(), ApiSettings.class), 20_000_000).read("github", Path.of(args[0]),
                Path.of("none.yaml"));
        System.out.println(
                api.tools().size() + " tools in " + ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1_000_000 + " ms");
    }
}

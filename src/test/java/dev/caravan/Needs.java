package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What a test uses beyond JDK and Maven. A test whose need is not met is skipped, and says what to install. With {@code CI=true} it
 * fails instead: .ci/run installs everything.
 */
public final class Needs {

    private Needs() {
    }

    /** The npm packages of a folder such as {@code src/test/clients}. */
    public static void npm(Path folder) {
        installed(Files.isDirectory(folder.resolve("node_modules")), "npm ci --prefix " + folder);
    }

    /** @param debianPackage where the program comes from */
    public static void program(Path program, String debianPackage) {
        installed(Files.isExecutable(program), "apt-get install " + debianPackage);
    }

    /** @param how the command that installs it */
    public static void installed(boolean installed, String how) {
        installedInCi(installed, how);
        assumeTrue(installed, "not installed: " + how);
    }

    /** For a class whose other tests run without it. */
    public static void installedInCi(boolean installed, String how) {
        assertThat(installed || System.getenv("CI") == null).as("installed by .ci/run: " + how).isTrue();
    }
}

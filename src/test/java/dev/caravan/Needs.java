package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What a test uses beyond JDK and Maven. A test whose need is not met is skipped, and says what to install. With {@code CI=true} it
 * fails instead: .ci/run installs everything.
 */
public final class Needs {

    /** The lines that this JVM has printed. */
    private static final Set<String> TOLD = ConcurrentHashMap.newKeySet();

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
        installed(installed, how, isCi());
    }

    static void installed(boolean installed, String how, boolean isCi) {
        failInCi(installed, how, isCi);
        assumeTrue(installed, "not installed: " + how);
    }

    /**
     * For a class whose other tests run without it: without it, says once what is left out.
     *
     * @param what what those tests show less
     */
    public static void installedInCi(boolean installed, String what, String how) {
        installedInCi(installed, what, how, isCi(), System.out);
    }

    static void installedInCi(boolean installed, String what, String how, boolean isCi, PrintStream out) {
        failInCi(installed, how, isCi);
        String line = "Skipped: " + what + ": not installed: " + how;
        if (!installed && TOLD.add(line)) {
            out.println(line);
        }
    }

    private static void failInCi(boolean installed, String how, boolean isCi) {
        assertThat(installed || !isCi).as("installed by .ci/run: " + how).isTrue();
    }

    private static boolean isCi() {
        return System.getenv("CI") != null;
    }
}

package dev.caravan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestDescriptor;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.AbstractTestDescriptor;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestIdentifier;
import org.opentest4j.TestAbortedException;

/** A test whose program is missing is skipped, in one line that says how to install it; in CI it fails. */
class NeedsTest {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(printed, true, StandardCharsets.UTF_8);

    @Test
    void missingProgramSkipsTheTestAndIsToldOnce() {
        Throwable skip = catchThrowable(() -> Needs.installed(false, "apt-get install searx", false));
        assertThat(skip).isInstanceOf(TestAbortedException.class);

        TestRun run = new TestRun(out);
        for (String method : new String[] {"one", "other"}) {
            run.executionFinished(test(method), TestExecutionResult.aborted(skip));
        }

        assertThat(lines()).containsExactly("Skipped: NeedsTest: not installed: apt-get install searx");
    }

    @Test
    void missingPartOfATestIsToldOnce() {
        for (int i = 0; i < 3; i++) {
            Needs.installedInCi(false, "birds", "apt-get install birds", false, out);
        }
        Needs.installedInCi(true, "fish", "apt-get install fish", false, out);

        assertThat(lines()).containsExactly("Skipped: birds: not installed: apt-get install birds");
    }

    @Test
    void missingProgramIsAFailureInCi() {
        assertThatThrownBy(() -> Needs.installed(false, "apt-get install searx", true)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("installed by .ci/run: apt-get install searx");
        assertThatThrownBy(() -> Needs.installedInCi(false, "dogs", "npm ci", true, out)).isInstanceOf(AssertionError.class)
                .hasMessageContaining("installed by .ci/run: npm ci");
        assertThat(lines()).isEmpty();
    }

    @Test
    void installedProgramsLetTheTestRun() {
        for (boolean isCi : new boolean[] {true, false}) {
            Needs.installed(true, "apt-get install searx", isCi);
            Needs.installedInCi(true, "cats", "npm ci", isCi, out);
        }
        assertThat(lines()).isEmpty();
    }

    private Iterable<String> lines() {
        return printed.toString(StandardCharsets.UTF_8).lines().toList();
    }

    private static TestIdentifier test(String method) {
        return TestIdentifier.from(new AbstractTestDescriptor(UniqueId.forEngine("needs").append("method", method), method,
                ClassSource.from(NeedsTest.class)) {

            @Override
            public TestDescriptor.Type getType() {
                return TestDescriptor.Type.TEST;
            }
        });
    }
}

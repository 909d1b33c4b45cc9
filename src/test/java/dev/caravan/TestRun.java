package dev.caravan;

import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.ExchangeHelper;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.engine.support.descriptor.MethodSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.bridge.SLF4JBridgeHandler;

/**
 * What holds for a run of all tests: what uses the JDK's logging is in the log too, conditions are polled at once,
 * then every 5 ms up to every 80 ms (Awaitility's own first poll comes after 100 ms), for a minute unless a test says otherwise, the log
 * says which test runs, each skip is told in one line with its reason, and {@link #end} ends the run in all forks at once. Named in
 * {@code META-INF/services}.
 */
public final class TestRun implements TestExecutionListener {

    private static final Logger LOG = LoggerFactory.getLogger(TestRun.class);
    private static final long EXIT_MS = 60_000;

    private static final Duration FIRST_POLL = Duration.ofMillis(5);
    private static final Duration LONGEST_POLL = Duration.ofMillis(80);
    /** Ten times what a quiet machine needs for most conditions. */
    private static final Duration DEADLINE = Duration.ofMinutes(1);

    /** Where a fork says why the run ended: the same file for all forks of one Maven. {@code .ci/Summary.java} prints it. */
    private static final Path ENDED = Path.of("target", "test-run-ended-" + System.getProperty("caravan.tests.run", "alone"));

    private final Set<String> told = ConcurrentHashMap.newKeySet();
    private final PrintStream out;

    public TestRun() {
        this(System.out);
    }

    /** @param out receives the lines about skipped tests */
    TestRun(PrintStream out) {
        this.out = out;
        SLF4JBridgeHandler.removeHandlersForRootLogger();
        SLF4JBridgeHandler.install();
        // Camel has one dummy exchange in a JVM, of the context that asks first: here one that outlives every gateway of the fork
        ExchangeHelper.getDummy(new DefaultCamelContext());
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultTimeout(DEADLINE);
        Awaitility.setDefaultPollInterval(
                IterativePollInterval.iterative(last -> last.compareTo(LONGEST_POLL) < 0 ? last.multipliedBy(2) : last, FIRST_POLL));
    }

    /**
     * Ends the test run, since no test can pass any more; where tests don't run in a fork of Maven, throws.
     *
     * @param reason printed with its causes
     */
    public static void end(RuntimeException reason) {
        if (Fork.number() == 0) {
            throw reason;
        }
        StringWriter text = new StringWriter();
        reason.printStackTrace(new PrintWriter(text, true));
        System.err.println("The test run ends: " + text);
        try {
            Files.writeString(ENDED, text.toString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        exit();
    }

    /** Servers are stopped on the way, unless that takes too long. */
    private static void exit() {
        Thread exit = new Thread(() -> System.exit(1), "end-of-test-run");
        exit.start();
        try {
            exit.join(EXIT_MS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().halt(1);
    }

    @Override
    public void executionStarted(TestIdentifier test) {
        if (Files.exists(ENDED)) {
            exit();
        }
        LOG.info("==== {} {}", className(test), test.getDisplayName());
    }

    @Override
    public void executionFinished(TestIdentifier test, TestExecutionResult result) {
        if (result.getStatus() == TestExecutionResult.Status.ABORTED) {
            tellSkipped(test, result.getThrowable().map(Throwable::getMessage).orElse("aborted"));
        }
    }

    @Override
    public void executionSkipped(TestIdentifier test, String reason) {
        tellSkipped(test, reason);
    }

    private void tellSkipped(TestIdentifier test, String reason) {
        String line = "Skipped: " + className(test) + ": " + reason.replace("Assumption failed: ", "");
        if (told.add(line)) {
            out.println(line);
        }
    }

    private static String className(TestIdentifier test) {
        return test.getSource().map(source -> source instanceof MethodSource method ? method.getJavaClass().getSimpleName()
                : source instanceof ClassSource type ? type.getJavaClass().getSimpleName() : "").orElse("");
    }
}

package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Fork;
import dev.caravan.TestRun;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.platform.engine.UniqueId;
import org.junit.platform.engine.support.descriptor.EngineDescriptor;
import org.junit.platform.launcher.TestIdentifier;
import org.springframework.util.FileSystemUtils;

/** Test runs in separate folders: side by side, and one whose servers do not start. */
@Tag("nightly")
@Timeout(value = 20, unit = TimeUnit.MINUTES)
class TwoCheckoutsTest {

    /** Servers with processes of their own, which survive a killed run. */
    private static final Set<ServerKind> KINDS = ServerKind.parse("postgresql,mariadb,redis");

    private final Path place = Fork.folder("checkouts");

    @BeforeEach
    void clear() throws IOException {
        FileSystemUtils.deleteRecursively(place);
    }

    @Test
    void parallelRunsHaveTheirOwnServers() throws Exception {
        try (ChildJvm one = ChildJvm.runIn(checkout("one"), Stores.class);
                ChildJvm other = ChildJvm.runIn(checkout("other"), Stores.class)) {
            one.untilItPrints("READY");
            other.untilItPrints("READY");
            Set<String> addresses = new HashSet<>(addresses(one));
            assertThat(addresses).hasSize(KINDS.size()).doesNotContainAnyElementsOf(addresses(other));

            one.kill(); // its next run must stop what it left behind, and leave the other's servers alone
            try (ChildJvm again = ChildJvm.runIn(place.resolve("one"), Stores.class)) {
                again.untilItPrints("READY");
                other.process().getOutputStream().close();
                assertThat(other.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(other.printed()).contains("NOTES " + KINDS.size()).doesNotContain("The test run ends");
                again.process().getOutputStream().close();
                assertThat(again.process().waitFor(2, TimeUnit.MINUTES)).isTrue();
                assertThat(again.printed()).contains("NOTES " + KINDS.size());
            }
        }
    }

    @Test
    void failedServerEndsTheRunInAllForks() throws Exception {
        Path broken = checkout("broken");
        // looks unpacked, but is empty
        Files.createDirectories(broken.resolve("target/embedded/binaries").resolve(jarOfRedis()));
        try (ChildJvm fork = ChildJvm.runIn(broken, Stores.class)) {
            assertThat(fork.process().waitFor(8, TimeUnit.MINUTES)).isTrue();
            assertThat(fork.process().exitValue()).isEqualTo(1);
            assertThat(fork.printed()).contains("The test run ends", "redis did not start").doesNotContain("READY");
        }
        try (ChildJvm other = ChildJvm.runIn(broken, NextTest.class)) {
            assertThat(other.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(other.process().exitValue()).isEqualTo(1);
            assertThat(other.printed()).doesNotContain("BEGAN");
        }
        try (ChildJvm elsewhere = ChildJvm.runIn(checkout("well"), NextTest.class)) {
            elsewhere.untilItPrints("BEGAN");
        }
    }

    private static String jarOfRedis() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(jar -> new File(jar).getName())
                .filter(jar -> jar.startsWith("embedded-redis-")).findFirst().orElseThrow().replaceFirst("\\.jar$", "");
    }

    private Path checkout(String name) throws IOException {
        Files.createDirectories(place.resolve(name).resolve("target/embedded"));
        return place.resolve(name);
    }

    private static List<String> addresses(ChildJvm child) {
        return child.printed().lines().filter(line -> line.startsWith("AT ")).toList();
    }

    /** Starts the stores like tests, waits for the end of its input, and prints how many of them still have its note. */
    static final class Stores {

        public static void main(String[] args) throws Exception {
            EmbeddedServers servers = SharedServers.started(KINDS);
            for (ServerKind kind : KINDS) {
                System.out.println("AT " + servers.get(kind).address());
                Notes.in(kind, servers.get(kind)).add("of this run");
            }
            System.out.println("READY");
            System.in.transferTo(System.out);
            int kept = 0;
            for (ServerKind kind : KINDS) {
                if (Notes.in(kind, servers.get(kind)).all().equals(List.of("of this run"))) {
                    kept++;
                }
            }
            System.out.println("NOTES " + kept);
            System.exit(0);
        }
    }

    /** Starts a test, as every fork does from time to time. */
    static final class NextTest {

        public static void main(String[] args) throws Exception {
            new TestRun().executionStarted(TestIdentifier.from(new EngineDescriptor(UniqueId.root("engine", "next"), "next")));
            System.out.println("BEGAN");
            new CountDownLatch(1).await();
        }
    }
}

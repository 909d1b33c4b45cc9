package dev.caravan.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.McpClient;
import dev.caravan.Needs;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The first minute of the quick start with five servers, on a machine that does other things too. */
@Tag("nightly")
class FirstMinuteTest {

    @Test
    void theLastLineIsACommandThatListsTheTools() throws Exception {
        Needs.program(Path.of("/usr/bin/curl"), "curl");
        int port = FreePorts.pick();
        long began = System.nanoTime();
        try (ChildJvm child = ChildJvm.run(QuickStart.class, "--server.port=0", "--caravan.http.port=" + port,
                "--caravan.embedded.servers=mongo,redis,sqlite,postgresql,mariadb",
                "--caravan.embedded.data=" + new TestPlace("minute").data())
                .untilItPrints("\nTry       curl -s http://127.0.0.1:" + port)) {
            long ready = System.nanoTime();
            String printed = child.printed().strip();
            String command = printed.substring(printed.lastIndexOf("\n")).replaceFirst("\nTry +", "");
            assertThat(command).as("the last line, which stays last").startsWith("curl ");
            Process curl = new ProcessBuilder("sh", "-c", command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
            JsonNode tools = McpClient.JSON.readTree(curl.getInputStream()).at("/result/tools");
            assertThat(curl.waitFor()).isZero();
            Duration listed = Duration.ofNanos(System.nanoTime() - began);
            System.out.println("Quick start ready after " + (ready - began) / 1_000_000 + " ms, tools listed after "
                    + listed.toMillis() + " ms");
            assertThat(child.printed()).contains("\nTools     " + tools.size() + "\n");
            assertThat(listed).isLessThan(Duration.ofMinutes(1));
            child.terminate();
        }
    }
}

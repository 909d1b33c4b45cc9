package dev.caravan.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.command.CommandRun;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The unit of systemd that the guide shows is one that systemd reads, and fits exit codes, times and options of the gateway. */
class ServicePageTest {

    private static final Path ANALYZER = Path.of("/usr/bin/systemd-analyze");
    private static final String UNIT = GuideBlock.of(GuidePage.of("operations/run.md")).stream().map(GuideBlock::text)
            .filter(text -> text.startsWith("[Unit]")).findFirst().orElseThrow();

    private static Map<String, String> service() {
        return UNIT.replaceAll("(?s)^.*\\[Service]\n(.*?)\n\\[.*$", "$1").lines().filter(line -> line.contains("="))
                .map(line -> line.split("=", 2)).collect(Collectors.toMap(pair -> pair[0], pair -> pair[1]));
    }

    @Test
    void itStartsTheLauncherWithAKnownOption() {
        List<String> words = List.of(service().get("ExecStart").split(" "));
        assertThat(words.get(0)).isEqualTo("/opt/caravan/bin/caravan");
        assertThat(Path.of("src/main/dist/bin/caravan")).exists();
        assertThat(CommandRun.line().getCommandSpec().findOption(words.get(1)).arity().max()).isEqualTo(1);
        assertThat(service().get("ReadWritePaths")).isEqualTo(words.get(2));
    }

    /** {@code FailedProcessTest} shows exit code 2; 143 is that of SIGTERM. */
    @Test
    void itRestartsWhatMayPassOnly() {
        assertThat(service()).containsEntry("Restart", "on-failure").containsEntry("RestartPreventExitStatus", "2")
                .containsEntry("SuccessExitStatus", "143");
    }

    @Test
    void itWaitsUntilRunningCallsHaveEnded() throws Exception {
        String settings = GuidePage.of("reference/settings.md").text();
        int limit = Integer.parseInt(service().get("TimeoutStopSec"));
        assertThat(limit).isGreaterThanOrEqualTo(seconds(settings, "stop-delay") + seconds(settings, "drain") + 10);
    }

    private static int seconds(String settings, String name) {
        Matcher row = Pattern.compile("\\| `" + name + "` \\| `(\\d+)s` \\|").matcher(settings.substring(settings.indexOf("### http\n")));
        assertThat(row.find()).isTrue();
        return Integer.parseInt(row.group(1));
    }

    @Test
    void systemdReadsIt(@TempDir Path folder) throws Exception {
        if (!Files.isExecutable(ANALYZER)) {
            assertThat(UNIT.lines().filter(line -> !line.isEmpty())).allMatch(line -> line.matches("\\[\\w+]|[A-Z]\\w+=.+"));
            return;
        }
        String launcher = Path.of("/bin/sh").toString(); // systemd asks whether the program is there
        Path unit = Files.writeString(folder.resolve("caravan.service"), UNIT.replace("/opt/caravan/bin/caravan", launcher));
        Process process = new ProcessBuilder(ANALYZER.toString(), "verify", unit.toString()).redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(Arrays.asList(said.split("\n"))).as("systemd-analyze verify").noneMatch(line -> line.contains("caravan.service"));
        assertThat(process.waitFor()).as(said).isZero();
    }
}

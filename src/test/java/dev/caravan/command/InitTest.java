package dev.caravan.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.Caravan;
import dev.caravan.embedded.ChildJvm;
import dev.caravan.embedded.FreePorts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code caravan init} makes a project that works, and overwrites nothing. */
class InitTest {

    @TempDir
    private Path folder;

    @Test
    void itMakesFourSmallFiles() throws IOException {
        CommandRun run = CommandRun.in(folder, "init", "my shop");

        assertThat(run.out()).startsWith("Made " + folder.resolve("my shop")).contains("cd ");
        assertThat(run.code()).isZero();
        try (Stream<Path> files = Files.walk(folder.resolve("my shop")).filter(Files::isRegularFile)) {
            assertThat(files.map(file -> folder.resolve("my shop").relativize(file).toString()))
                    .containsExactlyInAnyOrder("config/application.yaml", "routes/orders_by_status.camel.yaml", "README.md", "shop.db");
        }
        assertThat(Files.readAllLines(folder.resolve("my shop/README.md"))).hasSize(10).noneMatch(line -> line.contains("{{"));
        assertThat(Files.readAllLines(folder.resolve("my shop/routes/orders_by_status.camel.yaml"))).hasSizeLessThan(13);
    }

    @Test
    void nothingIsOverwritten() throws IOException {
        Files.writeString(folder.resolve("notes.txt"), "mine");
        Files.createDirectory(folder.resolve("empty"));

        assertThat(CommandRun.in(folder, "init", ".")).returns(2, CommandRun::code)
                .satisfies(run -> assertThat(run.err()).startsWith(folder + " is not empty\n"));
        assertThat(CommandRun.in(folder, "init", "notes.txt").err()).startsWith(folder.resolve("notes.txt") + " is a file\n");
        assertThat(CommandRun.in(folder, "init").err()).contains("DIR");
        assertThat(CommandRun.in(folder, "init", "empty").code()).isZero();
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).containsExactlyInAnyOrder("notes.txt", "empty");
        }
    }

    /** The project is the working directory; the routes of the repository stand for those of the installation. */
    @Test
    @Tag("nightly")
    void theProjectWorks() throws Exception {
        CommandRun.in(folder, "init", "shop");
        Path shop = folder.resolve("shop");
        String shipped = "--caravan.routes.shipped=" + Path.of("routes").toAbsolutePath();
        String url = "http://127.0.0.1:" + FreePorts.pick();
        try (ChildJvm gateway = ChildJvm.runIn(shop, Caravan.class, "--port", url.replaceFirst(".*:", ""), "--server.port=0", shipped)
                .untilItPrints("Caravan is ready")) {
            CommandRun rows = CommandRun.of("call", "orders_by_status", "status=open", "--url", url);
            assertThat(rows.out().lines().map(String::stripTrailing))
                    .containsExactly("id  customer  total", "2   Grace     310", "1   Ada       120.5");
            assertThat(CommandRun.of("call", "orders_by_status", "--url", url)).returns(1, CommandRun::code);
            assertThat(CommandRun.of("call", "db_query_shop", "table=orders", "--url", url).out()).contains("Grace", "Alan");
            assertThat(CommandRun.of("tools", "--url", url).out()).contains("orders_by_status", "db_describe_shop", "echart_generate");
            assertThat(gateway.printed()).doesNotContain("file refused");
        }

        assertThat(validate(shop, shipped)).startsWith("0 ").contains("1 files, 1 routes, 0 problems");
        Path route = shop.resolve("routes/orders_by_status.camel.yaml");
        Files.writeString(route, Files.readString(route).replace("- to:", "- two:"));
        assertThat(validate(shop, shipped)).startsWith("1 ").contains("routes/orders_by_status.camel.yaml:12:", "two",
                "1 files, 0 routes, 1 problems");
    }

    private static String validate(Path project, String shipped) throws Exception {
        try (ChildJvm run = ChildJvm.runIn(project, Caravan.class, "validate", shipped)) {
            assertThat(run.process().waitFor(5, TimeUnit.MINUTES)).isTrue();
            return String.join("\n", List.of(run.process().exitValue() + " ", run.printed()));
        }
    }
}

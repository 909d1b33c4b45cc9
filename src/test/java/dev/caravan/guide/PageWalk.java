package dev.caravan.guide;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;

/** Does what a page says, from its first block to its last, and holds what the page shows against what then is there. */
final class PageWalk {

    /** Where a reader does what a page says. */
    interface Place {

        /** The folder in which the terminal begins. */
        Path folder();

        /** The folder with the routes and settings that the page saves. */
        Path project();

        /** The folder of programs that come before all others. */
        Path programs();

        /** A text of a page, for the ports of this place. */
        String here(String text);

        /** A text of this place, as if it had the usual ports. */
        String usual(String text);

        /** All that the gateway has logged so far. Empty until it starts. */
        String log();

        /** A command that the terminal runs first. */
        default String preparation() {
            return "";
        }

        /** Waits until tools are found by meaning too. */
        default void untilToolsAreFoundByMeaning() {
        }
    }

    private static final int PATIENCE_S = 120;
    private static final Set<GuideBlock.Kind> ACTIONS = Set.of(GuideBlock.Kind.COMMAND, GuideBlock.Kind.ROUTES, GuideBlock.Kind.FILE);
    private static final Pattern ERROR = Pattern.compile("(?i)\\b(error|failed|refused|denied)\\b");
    /** For commands in comments: {@code call TOOL ARGUMENTS [OPTIONS OF CURL]}. */
    private static final String CALL = """
            call() { curl -s localhost:8080/mcp -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call",\
            "params":{"name":"'"$1"'","arguments":'"$2"'}}' "${@:3}"; echo; }
            """;

    private final Place place;
    private final Terminal terminal;
    private final ShownOutput output = new ShownOutput();
    private final List<Path> saved = new ArrayList<>();
    private String printed = "";
    /** Where the last command begins in the log. What a page shows before its first command is of the start. */
    private int logged;

    private PageWalk(Place place, Terminal terminal) {
        this.place = place;
        this.terminal = terminal;
    }

    /** Goes through the pages in one terminal, one after the other. */
    static void through(Place place, GuidePage... pages) throws IOException {
        try (Terminal terminal = new Terminal(place.folder(), place.programs())) {
            PageWalk walk = new PageWalk(place, terminal);
            terminal.type(place.preparation());
            terminal.type(place.here(CALL));
            try {
                for (GuidePage page : pages) {
                    walk.through(page);
                }
            } finally {
                walk.cleanUp();
            }
        }
    }

    private void through(GuidePage page) throws IOException {
        if (page.text().contains("{\"name\":\"find_tools\"")) {
            place.untilToolsAreFoundByMeaning();
        }
        List<GuideBlock> blocks = GuideBlock.of(page);
        for (int i = 0; i < blocks.size(); i++) {
            step(blocks.get(i), i + 1 < blocks.size() ? blocks.get(i + 1) : null);
        }
    }

    private void step(GuideBlock block, GuideBlock next) throws IOException {
        if (ACTIONS.contains(block.kind())) {
            logged = place.log().length();
        }
        switch (block.kind()) {
            case COMMAND -> type(block, next);
            case OUTPUT -> assertThat(output.missing(block.text(), printed))
                    .as("%s shows what isn't in the output of line %s:%n%s", block, block.commandLine(), printed).isEmpty();
            case LOG -> await().atMost(PATIENCE_S, SECONDS).pollInterval(50, MILLISECONDS)
                    .untilAsserted(() -> assertThat(output.missing(block.text(), log()))
                            .as("%s shows what isn't in the log:%n%s", block, log()).isEmpty());
            case ROUTES -> saveRoutes(block);
            case FILE -> save(block);
            default -> { }
        }
    }

    /** Types a command. It must succeed, unless the page shows that it fails. */
    private void type(GuideBlock block, GuideBlock next) throws IOException {
        Terminal.Typed typed = terminal.type(place.here(output.told(block.text())));
        printed = place.usual(typed.printed());
        boolean shownToFail = next != null && next.kind() == GuideBlock.Kind.OUTPUT && ERROR.matcher(next.text()).find();
        if (block.exits() != null || !shownToFail) {
            assertThat(typed.exitCode()).as("exit code of %s, which printed:%n%s", block, printed)
                    .isEqualTo(Objects.requireNonNullElse(block.exits(), 0));
        }
    }

    private String log() {
        return place.usual(place.log().substring(logged));
    }

    /** A route of the repository is only held against it. */
    private void saveRoutes(GuideBlock block) throws IOException {
        Path own = own(block.id());
        if (own != null) {
            assertThat(Files.readString(own)).as("%s is %s", block, own).contains(block.text().strip());
            return;
        }
        int before = place.log().length();
        Path file = save(block);
        if (before > 0) {
            await().atMost(PATIENCE_S, SECONDS).pollInterval(50, MILLISECONDS)
                    .untilAsserted(() -> assertThat(place.log().substring(before)).as("%s, saved as %s", block, file)
                            .containsPattern("(added|replaced) [^\n]*" + block.id()));
        }
    }

    private Path save(GuideBlock block) throws IOException {
        Path file = place.project().resolve(block.file());
        Files.createDirectories(file.getParent());
        Files.writeString(file, place.here(block.text()));
        saved.add(file);
        return file;
    }

    private static Path own(String id) throws IOException {
        try (var files = Files.walk(Path.of("routes"))) {
            return files.filter(file -> file.endsWith(id + ".camel.yaml")).findFirst().orElse(null);
        }
    }

    private void cleanUp() throws IOException {
        for (Path file : saved) {
            Files.deleteIfExists(file);
        }
    }
}

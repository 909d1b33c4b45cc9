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
import java.util.regex.Pattern;

/** Does what a page says, from its first block to its last, and holds what the page shows against what then is there. */
final class PageWalk {

    private static final int PATIENCE_S = 60;
    private static final Pattern ERROR = Pattern.compile("(?i)\\b(error|failed|refused|denied)\\b");
    /** For commands in comments: {@code call TOOL ARGUMENTS [OPTIONS OF CURL]}. */
    private static final String CALL = """
            call() { curl -s localhost:8080/mcp -H 'Content-Type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"tools/call",\
            "params":{"name":"'"$1"'","arguments":'"$2"'}}' "${@:3}"; echo; }
            """;

    private final QuickStartPlace place;
    private final Terminal terminal;
    private final ShownOutput output = new ShownOutput();
    private final List<Path> saved = new ArrayList<>();
    private String printed = "";
    /** Where the page begins in the log: with its first command. What it shows before is of the start. */
    private int logged = -1;

    private PageWalk(QuickStartPlace place, Terminal terminal) {
        this.place = place;
        this.terminal = terminal;
    }

    static void through(GuidePage page, QuickStartPlace place) throws IOException {
        if (page.text().contains("{\"name\":\"find_tools\"")) {
            place.untilToolsAreFoundByMeaning();
        }
        try (Terminal terminal = new Terminal(place.folder(), place.programs())) {
            PageWalk walk = new PageWalk(place, terminal);
            terminal.type(place.here(CALL));
            try {
                List<GuideBlock> blocks = GuideBlock.of(page);
                for (int i = 0; i < blocks.size(); i++) {
                    walk.step(blocks.get(i), i + 1 < blocks.size() ? blocks.get(i + 1) : null);
                }
            } finally {
                walk.cleanUp();
            }
        }
    }

    private void step(GuideBlock block, GuideBlock next) throws IOException {
        if (logged < 0 && (block.kind() == GuideBlock.Kind.COMMAND || block.kind() == GuideBlock.Kind.ROUTES)) {
            logged = place.log().length();
        }
        switch (block.kind()) {
            case COMMAND -> type(block, next);
            case OUTPUT -> assertThat(output.missing(block.text(), printed))
                    .as("%s shows what isn't in the output of line %s:%n%s", block, block.commandLine(), printed).isEmpty();
            case LOG -> await().atMost(PATIENCE_S, SECONDS).pollInterval(50, MILLISECONDS)
                    .untilAsserted(() -> assertThat(output.missing(block.text(), log()))
                            .as("%s shows what isn't in the log:%n%s", block, log()).isEmpty());
            case ROUTES -> save(block);
            default -> { }
        }
    }

    /** Types a command. It must succeed, unless the page shows that it fails. */
    private void type(GuideBlock block, GuideBlock next) throws IOException {
        Terminal.Typed typed = terminal.type(place.here(output.told(block.text())));
        printed = place.usual(typed.printed());
        boolean shownToFail = next != null && next.kind() == GuideBlock.Kind.OUTPUT && ERROR.matcher(next.text()).find();
        if (!shownToFail) {
            assertThat(typed.exitCode()).as("exit code of %s, which printed:%n%s", block, printed).isZero();
        }
    }

    private String log() {
        return place.usual(place.log().substring(Math.max(0, logged)));
    }

    /** A route of the repository is only held against it. */
    private void save(GuideBlock block) throws IOException {
        Path file = place.folder().resolve(block.file());
        Path own = own(block.id());
        if (own != null) {
            assertThat(Files.readString(own)).as("%s is %s", block, own).contains(block.text().strip());
            return;
        }
        Files.createDirectories(file.getParent());
        int before = place.log().length();
        Files.writeString(file, block.text());
        saved.add(file);
        await().atMost(PATIENCE_S, SECONDS).pollInterval(50, MILLISECONDS)
                .untilAsserted(() -> assertThat(place.log().substring(before)).as("%s, saved as %s", block, file)
                        .containsPattern("(added|replaced) [^\n]*" + block.id()));
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

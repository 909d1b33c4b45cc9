package dev.caravan.intelligence.ckb;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * CKB as a process of its own, as far as its protocol goes: one request after the other, protocol 2024-11-05 whatever is asked
 * for, no ping, lists of tools by pages of 15, answers as one text with an envelope, failures in {@code envelope.error} and never
 * in {@code isError}.
 *
 * <p>Its symbols are read at start from a JSON file:
 * <pre>{"symbols": [{"id": "ckb:shop:sym:pay", "name": "pay", "kind": "method", "container": "Orders",
 *                "path": "src/Orders.java", "line": 12,
 *                "calls": [{"to": "ckb:shop:sym:save", "line": 14}, …]}, …],
 *  "references": [{"symbol": "ckb:shop:sym:pay", "path": "src/Menu.java", "line": 3, "kind": "reference", "test": false}, …]}</pre>
 * Each call is a reference too. {@code container}, {@code kind}, {@code calls} and {@code references} may be missing.
 *
 * <p>Its behaviour is what the file {@code behaviour} in its directory says, which may change while it runs ({@link #behave}):
 * lines, each of which is one of these words, followed by the name of the tool that it is for, where it is for one alone:
 * <ul>
 * <li>{@code unhealthy}: getStatus says so; {@code no-scip}: symbols have ts- ids and no graph
 * <li>{@code hang}: answers nothing until the behaviour changes; {@code slow MS}: answers that much later
 * <li>{@code crash}: ends in mid-call; {@code exit}: ends at start, with words on its error output
 * <li>{@code garbage-line}: writes a line that is no message before each answer; {@code garbage-envelope}: its text is no
 * envelope; {@code garbage-result}: the result is none
 * <li>{@code envelope-error}, {@code rpc-error}, {@code tool-error} (the last as isError, as CKB itself never does)
 * </ul>
 * All that it is asked, and that it started, is in {@code requests.log} in the same directory, one JSON object a line
 * ({@link #requests}, {@link #starts}).
 */
public final class FakeCkb {

    static final String BEHAVIOUR = "behaviour";
    static final String LOG = "requests.log";
    private static final ObjectMapper JSON = new ObjectMapper();

    private FakeCkb() {
    }

    /**
     * The words that start it.
     *
     * @param symbols   the JSON file
     * @param directory for its behaviour and its log
     */
    public static List<String> command(Path symbols, Path directory) {
        return List.of(System.getProperty("java.home") + File.separator + "bin" + File.separator + "java", "-XX:TieredStopAtLevel=1",
                "-Xshare:auto", "-XX:+UseSerialGC", "-Xmx64m",
                "-cp", classes(), FakeCkbProcess.class.getName(), symbols.toAbsolutePath().toString(),
                directory.toAbsolutePath().toString());
    }

    /** What this class needs, not the hundreds of jars of the tests. */
    private static String classes() {
        return Stream.of(
                FakeCkb.class, ObjectMapper.class, com.fasterxml.jackson.core.JsonFactory.class,
                        com.fasterxml.jackson.annotation.JsonProperty.class)
                .map(type -> new File(URI.create(type.getProtectionDomain().getCodeSource().getLocation().toString())).getPath())
                .distinct().collect(Collectors.joining(File.pathSeparator));
    }

    /** From now on; no lines: as it should. */
    public static void behave(Path directory, String... lines) {
        try {
            Path written = Files.createTempFile(directory, BEHAVIOUR, null);
            Files.write(written, List.of(lines));
            Files.move(written, directory.resolve(BEHAVIOUR), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All requests so far: {@code {method, tool?, arguments?, pid}}. */
    public static List<JsonNode> requests(Path directory) {
        return log(directory).stream().filter(line -> line.has("method")).toList();
    }

    /** Those that call this tool. */
    public static List<JsonNode> requests(Path directory, String tool) {
        return requests(directory).stream().filter(request -> request.path("tool").asText().equals(tool)).toList();
    }

    /** The process ids of all starts so far. */
    public static List<Long> starts(Path directory) {
        return log(directory).stream().filter(line -> line.has("started")).map(line -> line.get("started").asLong()).toList();
    }

    private static List<JsonNode> log(Path directory) {
        try {
            List<JsonNode> lines = new ArrayList<>();
            for (String line : Files.exists(directory.resolve(LOG)) ? Files.readAllLines(directory.resolve(LOG)) : List.<String>of()) {
                lines.add(JSON.readTree(line));
            }
            return lines;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

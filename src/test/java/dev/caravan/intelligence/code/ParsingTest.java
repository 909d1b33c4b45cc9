package dev.caravan.intelligence.code;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short words for tests of what {@link SourceParser} reads from a text. */
abstract class ParsingTest {

    final SourceParser parser = new SourceParser();

    SourceParser.ParsedFile parse(String path, String text) {
        try {
            return parser.parse(path, Language.of(path).orElseThrow(), text.getBytes(StandardCharsets.UTF_8));
        } catch (SourceParser.UnparsableException e) {
            throw new AssertionError(e);
        }
    }

    /** {@code KIND qualified first/line/last} of each. */
    static List<String> symbols(SourceParser.ParsedFile file) {
        return file.symbols().stream().map(symbol -> symbol.kind() + " " + symbol.qualified() + " " + symbol.firstLine() + "/"
                + symbol.line() + "/" + symbol.lastLine()).toList();
    }

    /** {@code caller -> receiver.name/arguments}, the caller without its path and parameters. */
    static List<String> calls(SourceParser.ParsedFile file) {
        return file.calls().stream().map(call -> call.caller().replaceFirst(".*#", "").replaceFirst("(?<=.)\\(.*$",
                "") + " -> " + (call.receiver().isEmpty() ? "" : call.receiver() + ".")
                + (call.constructs() ? "new " : "") + call.name() + "/" + call.arguments()).toList();
    }

    static CallSite call(SourceParser.ParsedFile file, String name) {
        return file.calls().stream().filter(call -> call.name().equals(name)).findFirst().orElseThrow();
    }

    static Symbol symbol(SourceParser.ParsedFile file, String qualified) {
        return file.symbols().stream().filter(symbol -> symbol.qualified().equals(qualified)).findFirst().orElseThrow();
    }
}

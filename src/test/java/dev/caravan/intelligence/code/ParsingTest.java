package dev.caravan.intelligence.code;

import java.nio.charset.StandardCharsets;
import java.util.List;

/** Short words for tests of what {@link SourceParser} reads from a text. */
abstract class ParsingTest {

    final SourceParser parser = new SourceParser();

    ParsedFile parse(String path, String text) {
        try {
            return parser.parse(path, Language.of(path).orElseThrow(), text.getBytes(StandardCharsets.UTF_8));
        } catch (UnparsableException e) {
            throw new AssertionError(e);
        }
    }

    /** {@code KIND qualified least..most first/line/last} of each. */
    static List<String> symbols(ParsedFile file) {
        return file.symbols().stream().map(symbol -> symbol.kind() + " " + symbol.qualified() + " " + symbol.least() + ".."
                + (symbol.most() == Integer.MAX_VALUE ? "*"
                        : symbol.most()) + " " + symbol.firstLine() + "/" + symbol.line() + "/" + symbol.lastLine()).toList();
    }

    /** {@code caller -> receiver.name/arguments}, the caller without its path and parameters. */
    static List<String> calls(ParsedFile file) {
        return file.calls().stream().map(call -> call.caller().replaceFirst(".*#", "").replaceFirst("(?<=.)\\(.*$",
                "") + " -> " + (call.receiver().isEmpty() ? "" : call.receiver() + ".")
                + (call.constructs() ? "new " : "") + call.name() + "/" + call.arguments()).toList();
    }

    static CallSite call(ParsedFile file, String name) {
        return file.calls().stream().filter(call -> call.name().equals(name)).findFirst().orElseThrow();
    }

    static Symbol symbol(ParsedFile file, String qualified) {
        return file.symbols().stream().filter(symbol -> symbol.qualified().equals(qualified)).findFirst().orElseThrow();
    }
}

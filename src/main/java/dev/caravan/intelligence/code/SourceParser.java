package dev.caravan.intelligence.code;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;

/**
 * Parses the definitions and calls of a source file. From a file with some syntax errors it returns what is readable.
 *
 * <p>Calls at file level or in field initialisers belong to the surrounding type. Without one they belong to a definition {@code (module)}, which
 * only files with such calls have. Calls in an anonymous function belong to the surrounding definition.
 */
@Component
public class SourceParser {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Map<Language, SyntaxReader> readers = new ConcurrentHashMap<>();

    /**
     * @throws UnparsableException if the text is not UTF-8, parsing takes too long, or more than half of the text is errors: words outside any
     *                             construct, or any error if the file has no definition
     */
    public ParsedFile parse(String path, Language language, byte[] utf8) throws UnparsableException {
        Source source = Source.of(utf8);
        try (SyntaxTree tree = SyntaxTree.of(source, Grammar.of(path, language), LIMIT)) {
            ParseContext context = new ParseContext(path, language, source);
            context.walk(tree.root(), readers.computeIfAbsent(language, SyntaxReader::new));
            ParsedFile parsed = context.finish();
            boolean useless = parsed.symbols().stream().allMatch(symbol -> symbol.name().equals(ParseContext.MODULE)) && tree.errorBytes() * 2 > source.length();
            if (useless || tree.strayBytes() * 2 > source.length()) {
                throw new UnparsableException("most of the text is not " + language);
            }
            return parsed;
        }
    }
}

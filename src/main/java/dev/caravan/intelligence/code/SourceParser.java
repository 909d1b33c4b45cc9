package dev.caravan.intelligence.code;

import java.time.Duration;
import java.util.Map;
import org.springframework.stereotype.Component;

/**
 * Reads the definitions and calls of a source file. A file with some syntax errors gives what is readable in it.
 *
 * <p>Calls at the level of the file or in field initialisers belong to the type around them or, where there is none, to a
 * definition {@code (module)} that files with such calls have. Calls in a function without a name belong to the definition around it.
 */
@Component
public class SourceParser {

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private static final Map<Language, SyntaxReader> READERS = Map.of(Language.JAVA, new JavaReader(), Language.PYTHON, new PythonReader(),
            Language.JAVASCRIPT, new ScriptReader(),
            Language.TYPESCRIPT, new ScriptReader(), Language.GO, new GoReader());

    /**
     * @throws UnparsableException if the text is not UTF-8, takes too long, or is more than half errors: in words that belong to nothing, or
     *                             altogether where there is no definition either
     */
    public ParsedFile parse(String path, Language language, byte[] utf8) throws UnparsableException {
        Source source = Source.of(utf8);
        try (SyntaxTree tree = SyntaxTree.of(source, Grammar.of(path, language), LIMIT)) {
            ParseContext context = new ParseContext(path, language, source);
            context.walk(tree.root(), READERS.get(language));
            ParsedFile parsed = context.finish();
            boolean useless = parsed.symbols().stream().allMatch(symbol -> symbol.name().equals(ParseContext.MODULE)) && tree.errorBytes() * 2 > source.length();
            if (useless || tree.strayBytes() * 2 > source.length()) {
                throw new UnparsableException("most of the text is not " + language);
            }
            return parsed;
        }
    }
}

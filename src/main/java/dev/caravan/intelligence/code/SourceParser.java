package dev.caravan.intelligence.code;

import java.time.Duration;
import java.util.Map;
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

    private static final Map<Language, SyntaxReader> READERS = Map.of(Language.JAVA, new JavaReader(), Language.PYTHON, new PythonReader(),
            Language.JAVASCRIPT, new ScriptReader(),
            Language.TYPESCRIPT, new ScriptReader(), Language.GO, new GoReader());
    private static final Map<Language, SyntaxReader> MORE_READERS = Map.of(Language.C, new RoleReader("c"), Language.CPP, new RoleReader("cpp"),
            Language.CSHARP, new RoleReader("csharp"), Language.KOTLIN, new RoleReader("kotlin"), Language.RUST, new RoleReader("rust"),
            Language.PHP, new RoleReader("php"), Language.RUBY, new RoleReader("ruby"));

    /**
     * @throws UnparsableException if the text is not UTF-8, parsing takes too long, or more than half of the text is errors: words outside any
     *                             construct, or any error if the file has no definition
     */
    public ParsedFile parse(String path, Language language, byte[] utf8) throws UnparsableException {
        Source source = Source.of(utf8);
        try (SyntaxTree tree = SyntaxTree.of(source, Grammar.of(path, language), LIMIT)) {
            ParseContext context = new ParseContext(path, language, source);
            context.walk(tree.root(), READERS.getOrDefault(language, MORE_READERS.get(language)));
            ParsedFile parsed = context.finish();
            boolean useless = parsed.symbols().stream().allMatch(symbol -> symbol.name().equals(ParseContext.MODULE)) && tree.errorBytes() * 2 > source.length();
            if (useless || tree.strayBytes() * 2 > source.length()) {
                throw new UnparsableException("most of the text is not " + language);
            }
            return parsed;
        }
    }
}

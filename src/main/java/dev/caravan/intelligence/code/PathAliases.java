package dev.caravan.intelligence.code;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The path aliases of TypeScript: {@code baseUrl} and {@code paths} in {@code tsconfig.json} and files like it. A configuration is kept as
 * a file whose imports are its aliases: their name is the pattern, their module the path in the workspace, each with at most one {@code *}.
 */
final class PathAliases {

    private static final List<String> NAMES = List.of("tsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "jsconfig.json");
    private static final String ALIAS = "alias";

    private PathAliases() {
    }

    /** Whether a path is the one of a configuration. */
    static boolean isConfiguration(String path) {
        return NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    /** @throws SourceParser.UnparsableException if the text is not JSON, with comments or without */
    static SourceParser.ParsedFile parse(String path, byte[] utf8) throws SourceParser.UnparsableException {
        try {
            JsonNode options = JsonMappers.normal().reader().withFeatures(JsonReadFeature.ALLOW_JAVA_COMMENTS,
                    JsonReadFeature.ALLOW_TRAILING_COMMA).readTree(utf8).path("compilerOptions");
            String base = Modules.directory(path) + options.path("baseUrl").asText("") + "/";
            List<Import> aliases = new ArrayList<>();
            for (Map.Entry<String, JsonNode> alias : options.path("paths").properties()) {
                alias.getValue().forEach(target -> aliases.add(alias(alias.getKey(), base + target.asText())));
            }
            if (options.has("baseUrl")) {
                aliases.add(alias("*", base + "*"));
            }
            return new SourceParser.ParsedFile(new SourceFile(path, Language.TYPESCRIPT, "", aliases), List.of(), List.of(), new BitSet());
        } catch (IOException e) {
            throw new SourceParser.UnparsableException("not JSON");
        }
    }

    private static Import alias(String pattern, String target) {
        return new Import(pattern, Modules.resolved(target), ALIAS);
    }

    /**
     * Returns the file with paths in place of aliases. The configuration of the nearest folder counts.
     *
     * @param files returns the file with a path; null if there is none
     */
    static SourceFile resolved(SourceFile file, Function<String, SourceFile> files) {
        List<Import> aliases = new ArrayList<>();
        String up = "./";
        for (String folder = Modules.directory(file.path()); ; folder = Modules.directory(folder.substring(0, folder.length() - 1))) {
            String at = folder;
            NAMES.stream().map(name -> files.apply(at + name)).filter(found -> found != null)
                    .forEach(found -> aliases.addAll(found.imports()));
            if (folder.isEmpty()) {
                break;
            }
            up += "../";
        }
        String root = up;
        return aliases.isEmpty() ? file : new SourceFile(file.path(), file.language(), file.module(), file.imports().stream()
                .flatMap(one -> one.module().startsWith(".") ? Stream.of(one) : Stream.concat(Stream.of(one).filter(plain ->
                        aliases.stream().noneMatch(alias -> alias.name().length() > 1 && path(alias, plain.module()) != null)),
                        aliases.stream().map(alias -> path(alias, one.module())).filter(path -> path != null)
                                .map(path -> new Import(one.name(), root + path, one.member())))).toList());
    }

    /** Returns the path of a module; null if the alias does not match it. */
    private static String path(Import alias, String module) {
        String[] around = alias.name().split("\\*", 2);
        boolean exact = around.length == 1;
        boolean matches = exact ? module.equals(alias.name()) : module.startsWith(around[0]) && module.endsWith(around[1])
                && module.length() >= around[0].length() + around[1].length();
        return !matches ? null : exact ? alias.module() : alias.module().replace("*", module.substring(around[0].length(),
                module.length() - around[1].length()));
    }
}

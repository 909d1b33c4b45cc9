package dev.caravan.intelligence.code;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.caravan.json.JsonMappers;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The path aliases of TypeScript: {@code baseUrl} and {@code paths} in {@code tsconfig.json} and files like it, and in the files that these
 * extend. A configuration is kept as a file whose imports are its aliases: their name is the pattern, their module the path in the
 * workspace, each with at most one {@code *}.
 */
final class PathAliases {

    private static final List<String> NAMES = List.of("tsconfig.json", "tsconfig.base.json", "tsconfig.app.json", "jsconfig.json");
    private static final String ALIAS = "alias";
    private static final ObjectReader JSON = JsonMappers.normal().reader().withFeatures(JsonReadFeature.ALLOW_JAVA_COMMENTS,
            JsonReadFeature.ALLOW_TRAILING_COMMA);
    /** Maximum number of files that one configuration extends, over any number of steps. */
    private static final int MOST_EXTENDED = 20;

    private final Function<String, byte[]> files;
    private int extended;

    private PathAliases(Function<String, byte[]> files) {
        this.files = files;
    }

    /**
     * The options that count.
     *
     * @param base   the folder of {@code baseUrl}; null for none
     * @param paths  missing for none
     * @param folder of the file that has the paths
     */
    private record Options(String base, JsonNode paths, String folder) {

        static final Options NONE = new Options(null, MissingNode.getInstance(), "");

        Options over(Options below) {
            return new Options(base == null ? below.base : base, paths.isMissingNode() ? below.paths : paths,
                    paths.isMissingNode() ? below.folder : folder);
        }
    }

    /** Whether a path is the one of a configuration. */
    static boolean isConfiguration(String path) {
        return NAMES.contains(path.substring(path.lastIndexOf('/') + 1));
    }

    /**
     * Reads a configuration and the files that it extends, by relative paths or in {@code node_modules}. Files that are missing or not JSON
     * count as empty.
     *
     * @param files returns the bytes of a file of the workspace; null if there is none
     * @throws SourceParser.UnparsableException if the text itself is not JSON, with comments or without
     */
    static SourceParser.ParsedFile parse(String path, byte[] utf8, Function<String, byte[]> files)
            throws SourceParser.UnparsableException {
        try {
            String folder = Modules.directory(path);
            Options options = new PathAliases(files).options(folder, utf8);
            String base = options.base == null ? options.folder : options.base;
            List<Import> aliases = new ArrayList<>();
            for (Map.Entry<String, JsonNode> alias : options.paths.properties()) {
                alias.getValue().forEach(target -> aliases.add(alias(alias.getKey(), placed(base, target.asText(), folder))));
            }
            if (options.base != null) {
                aliases.add(alias("*", options.base + "*"));
            }
            return new SourceParser.ParsedFile(new SourceFile(path, Language.TYPESCRIPT, "", aliases), List.of(), List.of(), new BitSet());
        } catch (IOException e) {
            throw new SourceParser.UnparsableException("not JSON");
        }
    }

    private Options options(String folder, byte[] utf8) throws IOException {
        JsonNode root = JSON.readTree(utf8);
        Options found = Options.NONE;
        for (JsonNode below : root.path("extends").isArray() ? root.path("extends") : List.of(root.path("extends"))) {
            found = extended(folder, below.asText("")).over(found);
        }
        JsonNode options = root.path("compilerOptions");
        String base = options.has("baseUrl") ? placed(folder, options.path("baseUrl").asText(), folder) + "/" : null;
        return new Options(base, options.path("paths"), folder).over(found);
    }

    private Options extended(String folder, String name) {
        for (String path : extended++ < MOST_EXTENDED ? candidates(folder, name) : List.<String>of()) {
            byte[] utf8 = files.apply(path);
            if (utf8 != null) {
                try {
                    return options(Modules.directory(path), utf8);
                } catch (IOException e) {
                    return Options.NONE;
                }
            }
        }
        return Options.NONE;
    }

    /** Returns the paths at which an extended configuration may be, the first that exists counts. */
    private static List<String> candidates(String folder, String name) {
        if (name.isEmpty() || name.startsWith("/")) {
            return List.of();
        }
        if (name.startsWith(".")) {
            String path = Modules.resolved(folder + name);
            return List.of(path, path + ".json");
        }
        List<String> paths = new ArrayList<>();
        for (String at = folder; ; at = Modules.directory(at.substring(0, at.length() - 1))) {
            String path = Modules.resolved(at + "node_modules/" + name);
            paths.addAll(List.of(path, path + ".json", path + "/tsconfig.json"));
            if (at.isEmpty()) {
                return paths;
            }
        }
    }

    /** Returns the path of a target; {@code ${configDir}} is the folder of the configuration that extends the others. */
    private static String placed(String base, String target, String folder) {
        return Modules.resolved(target.startsWith("${configDir}") ? folder + target.substring("${configDir}".length()) : base + target);
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

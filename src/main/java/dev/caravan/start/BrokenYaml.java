package dev.caravan.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import org.yaml.snakeyaml.error.YAMLException;

/** Finds the file of settings that is not YAML, which the parser's exception does not name. */
final class BrokenYaml {

    private static final Pattern LOCATION = Pattern.compile("spring\\.config\\.(?:location|additional-location|import)=(.*)");
    private static final Pattern NAME = Pattern.compile(".*\\.ya?ml");

    private BrokenYaml() {
    }

    /** Returns {@code FILE line N is not YAML: REASON}, without the text of the file. */
    static String of(YAMLException failure, String... args) {
        Optional<Path> broken = candidates(args).filter(BrokenYaml::isBroken).findFirst();
        String file = broken.map(Path::toString).orElse("A settings file");
        if (!(failure instanceof MarkedYAMLException marked) || marked.getProblem() == null) {
            return file + " is not YAML in UTF-8. Save it as UTF-8 text without control characters";
        }
        String where = file + (marked.getProblemMark() == null ? "" : " line " + (marked.getProblemMark().getLine() + 1));
        String problem = marked.getProblem();
        if (problem.contains("\\t")) {
            return where + " is not YAML: a tab stands where spaces must be. Indent with spaces";
        }
        return where + (problem.startsWith("found duplicate key") ? " is not YAML: the key is there twice. Remove one, or put both together"
                : " is not YAML: the structure is broken here or above (" + problem.replaceAll("['\"].*", "").strip()
                        + "). Compare the indentation, and write key: value with a space after the colon");
    }

    private static Stream<Path> candidates(String... args) {
        List<Path> named = new ArrayList<>();
        Stream<String> settings = Stream.concat(Arrays.stream(args), Stream.of("location", "additional-location", "import").map(each -> {
            String key = "spring.config." + each;
            String variable = System.getenv(key.toUpperCase(Locale.ROOT).replaceAll("[.-]", "_"));
            return key + "=" + System.getProperty(key, variable == null ? "" : variable);
        }));
        settings.map(each -> LOCATION.matcher(each.replaceFirst("^--", ""))).filter(each -> each.matches())
                .flatMap(each -> Arrays.stream(each.group(1).split("[,;]"))).map(each -> each.replaceAll("^(optional:)?(file:)?", ""))
                .filter(each -> !each.isBlank() && !each.startsWith("classpath:")).map(Path::of).forEach(named::add);
        return Stream.concat(named.stream(), Stream.of(Path.of("config"), Path.of(""))).flatMap(BrokenYaml::files);
    }

    private static Stream<Path> files(Path place) {
        if (!Files.isDirectory(place)) {
            return Stream.of(place);
        }
        try (Stream<Path> files = Files.list(place)) {
            return files.filter(file -> NAME.matcher(file.getFileName().toString()).matches()).sorted().toList().stream();
        } catch (IOException e) {
            return Stream.empty();
        }
    }

    private static boolean isBroken(Path file) {
        try {
            new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file));
            return false;
        } catch (YAMLException e) {
            return true;
        } catch (IOException | RuntimeException e) {
            return false;
        }
    }
}

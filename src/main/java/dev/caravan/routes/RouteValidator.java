package dev.caravan.routes;

import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;

/**
 * Checks files like live edits, without serving. Prints one line for each problem, {@code file:line:column: message}, and a summary. Opens
 * no port, starts no route, and needs no database.
 */
public final class RouteValidator {

    private static final List<String> QUIET = List.of("--logging.level.root=error",
            "--logging.level.org.apache.camel=error", "--logging.level.dev.caravan=error", "--logging.level.caravan=error");

    private static final Path SETTINGS = Path.of("config", "application.yaml");

    private final RouteChecks checks;
    private final Given given;
    private final PrintWriter out;
    private int files;
    private long routes;
    private int problems;

    private RouteValidator(RouteChecks checks, Given given, PrintWriter out) {
        this.checks = checks;
        this.given = given;
        this.out = out;
    }

    /**
     * Checks files and prints the problems.
     *
     * @param settings settings on the command line
     * @param given    existing files and folders; empty for all that the gateway reads, with its settings
     * @return exit code: 0 if every file can be used, 1 if not
     */
    public static int validate(Class<?> application, List<String> settings, List<Path> given, PrintWriter out) {
        Given checked = new Given(given, new HashSet<>());
        List<String> all = new ArrayList<>(settings);
        all.addAll(QUIET);
        all.add("--caravan.validate=" + (checked.has(SETTINGS) ? "settings" : "routes"));
        try (ConfigurableApplicationContext spring = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .lazyInitialization(true)
                .logStartupInfo(false)
                .initializers(context -> context.getBeanFactory()
                        .registerSingleton(AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, new StartNothing()))
                .run(all.toArray(String[]::new))) {
            RouteValidator validator = new RouteValidator(spring.getBean(RouteChecks.class), checked, out);
            validator.checkRoutes(spring.getBean(RoutesProperties.class));
            spring.getBeansOfType(CheckedFiles.class).values().forEach(each -> each.checked().forEach(validator::tell));
            checked.unknown().forEach(file -> validator.problem(file + ": the gateway reads no such file. Routes end with .camel.yaml"));
            out.println(validator.files + " files, " + validator.routes + " routes, " + validator.problems + " problems");
            return validator.problems == 0 ? 0 : 1;
        }
    }

    /** Starts nothing of what would start with the application. */
    private static final class StartNothing extends DefaultLifecycleProcessor {

        @Override
        public void onRefresh() {
            // starts nothing
        }
    }

    private void checkRoutes(RoutesProperties properties) {
        RouteTree tree = new RouteTree(new TreeMap<>());
        given.orElse(properties.directory()).forEach(each -> tree.files().putAll(RouteTree.of(each).files()));
        tree.files().keySet().removeIf(name -> !RouteTree.isRoutes(name));
        tree.files().values().forEach(file -> given.has(file.path()));
        ParsedFiles parsed = new ParsedFiles(tree);
        Map<String, RouteFile> good = others(properties.tree(), parsed, tree);
        List<RouteFile> all = parsed.usable(tree.files().keySet());
        Map<String, RouteProblem> refused = new TreeMap<>();
        int known = good.size();
        for (int before = -1; before < good.size() && good.size() < known + tree.files().size();) {
            before = good.size();
            refused.clear();
            for (String name : tree.files().keySet()) {
                if (!good.containsKey(name)) {
                    check(parsed, name, good, all, refused);
                }
            }
        }
        files += tree.files().size();
        refused.values().forEach(each -> problem(each.toString()));
        tree.files().keySet().stream().filter(good::containsKey)
                .forEach(name -> routes += good.get(name).items().stream().filter(RouteFile.Item::isRoute).count());
    }

    /** Returns the gateway's other files. A checked file stands in for what has its ids, such as its own copy in the gateway. */
    private static Map<String, RouteFile> others(RouteTree all, ParsedFiles parsed, RouteTree checked) {
        Set<String> taken = new HashSet<>();
        checked.files().keySet()
                .forEach(name -> parsed.usable(name).ifPresent(file -> file.items().forEach(item -> taken.add(item.key()))));
        ParsedFiles present = new ParsedFiles(all);
        Map<String, RouteFile> others = new TreeMap<>();
        all.files().forEach((name, stamp) -> {
            if (RouteTree.isRoutes(name) && !isAmong(stamp.path(), checked)) {
                present.usable(name).ifPresent(file -> others.put(name, new RouteFile(name, file.text(),
                        file.items().stream().filter(item -> !taken.contains(item.key())).toList())));
            }
        });
        return others;
    }

    private static boolean isAmong(Path file, RouteTree checked) {
        return checked.files().values().stream()
                .anyMatch(each -> each.path().toAbsolutePath().normalize().equals(file.toAbsolutePath().normalize()));
    }

    private void check(ParsedFiles parsed, String name, Map<String, RouteFile> good, List<RouteFile> all,
            Map<String, RouteProblem> refused) {
        try {
            good.put(name, checks.check(parsed.get(name), good, all));
        } catch (RouteProblem.Refused e) {
            refused.put(name, e.problem());
        }
    }

    private void tell(String file, String problem) {
        if (given.has(Path.of(file))) {
            files++;
            if (!problem.isEmpty()) {
                problem(problem);
            }
        }
    }

    private void problem(String line) {
        problems++;
        out.println(line);
    }

    /**
     * The files and folders that the user named.
     *
     * @param paths none for all that the gateway reads
     * @param found those that are or have a file that the gateway reads
     */
    private record Given(List<Path> paths, Set<Path> found) {

        /** Whether the file is to be checked. */
        boolean has(Path file) {
            List<Path> above = paths.stream().filter(each -> file.toAbsolutePath().startsWith(each.toAbsolutePath())).toList();
            found.addAll(above);
            return paths.isEmpty() || !above.isEmpty();
        }

        List<Path> orElse(Path folder) {
            return paths.isEmpty() ? List.of(folder) : paths;
        }

        List<Path> unknown() {
            return paths.stream().filter(each -> Files.isRegularFile(each) && !found.contains(each)).toList();
        }
    }
}

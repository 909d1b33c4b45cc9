package dev.caravan.routes;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.AbstractApplicationContext;
import org.springframework.context.support.DefaultLifecycleProcessor;

/**
 * Runs {@code --validate DIR}: checks routes files like live edits, without serving. Prints one line for each problem,
 * {@code file:line:column: message}, and a summary. Opens no port, starts no route, and needs no database.
 */
public final class RouteValidator {

    private RouteValidator() {
    }

    /**
     * Checks the directory and prints the problems.
     *
     * @return exit code: 0 if every file can be used, 1 if not, 2 if there is no such directory
     */
    public static int validate(Class<?> application, Path directory, PrintStream out) {
        if (!Files.isDirectory(directory)) {
            out.println(directory + " is no directory");
            return 2;
        }
        try (ConfigurableApplicationContext spring = new SpringApplicationBuilder(application)
                .web(WebApplicationType.NONE)
                .lazyInitialization(true)
                .logStartupInfo(false)
                .initializers(context -> context.getBeanFactory()
                        .registerSingleton(AbstractApplicationContext.LIFECYCLE_PROCESSOR_BEAN_NAME, new StartNothing()))
                .run("--caravan.validate=" + directory, "--logging.level.root=error", "--logging.level.org.apache.camel=error")) {
            return report(spring.getBean(RouteChecks.class), directory, out);
        }
    }

    /** Starts nothing of what would start with the application. */
    private static final class StartNothing extends DefaultLifecycleProcessor {

        @Override
        public void onRefresh() {
            // starts nothing
        }
    }

    private static int report(RouteChecks checks, Path directory, PrintStream out) {
        Map<String, RouteFile> good = new TreeMap<>();
        Map<String, RouteProblem> problems = new TreeMap<>();
        RouteTree tree = RouteTree.of(directory);
        ParsedFiles files = new ParsedFiles(tree);
        List<String> names = tree.files().keySet().stream().filter(RouteTree::isRoutes).toList();
        for (int round = 0; round == 0 || round < names.size() && !problems.isEmpty(); round++) {
            int before = good.size();
            problems.clear();
            for (String name : names) {
                if (!good.containsKey(name)) {
                    check(checks, files, name, good, problems);
                }
            }
            if (good.size() == before) {
                break;
            }
        }
        problems.values().forEach(out::println);
        long routes = good.values().stream().flatMap(file -> file.items().stream()).filter(RouteFile.Item::isRoute).count();
        out.println(names.size() + " files, " + routes + " routes, " + problems.size() + " problems");
        return problems.isEmpty() ? 0 : 1;
    }

    private static void check(RouteChecks checks, ParsedFiles files, String name, Map<String, RouteFile> good,
            Map<String, RouteProblem> problems) {
        try {
            good.put(name, checks.check(files.get(name), good));
        } catch (RouteProblem.Refused e) {
            problems.put(name, e.problem());
        }
    }
}

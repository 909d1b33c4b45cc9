import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Summarizes Surefire's reports: {@code java .ci/Summary.java FOLDER…}. Prints the ten slowest classes, the tests that passed only on a second run,
 * the skipped and the failed tests, and the counts. Exits with 1 if {@code CI} is set and a test was skipped.
 */
public class Summary {

    /** characters of a message or of a line of a log */
    private static final int LONGEST_LINE = 300;

    /** Lines of the forks' logs which say that a port, files or memory were missing. */
    private static final Pattern LACKING = Pattern.compile("can't be opened|its file is gone id=entry-|Too many open files|OutOfMemoryError");

    private record TestClass(String name, double seconds, int tests) {
    }

    /** @param at time of the report, in milliseconds since 1970; of a second run, if there was one */
    private record Failure(long at, String fork, String test, String reason) {

        @Override
        public String toString() {
            return "%tT %s %s: %s".formatted(at, fork, test, reason);
        }
    }

    public static void main(String[] folders) throws Exception {
        List<TestClass> classes = new ArrayList<>();
        List<String> flaky = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        List<Failure> failures = new ArrayList<>();
        int tests = 0;
        for (String folder : folders) {
            File[] reports = new File(folder).listFiles((place, name) -> name.startsWith("TEST-") && name.endsWith(".xml"));
            for (File report : reports == null ? new File[0] : reports) {
                Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(report).getDocumentElement();
                NodeList cases = suite.getElementsByTagName("testcase");
                String name = suite.getAttribute("name");
                for (int i = 0; i < cases.getLength(); i++) {
                    Element test = (Element) cases.item(i);
                    String full = name.substring(name.lastIndexOf('.') + 1) + "." + test.getAttribute("name");
                    if (has(test, "flakyFailure") || has(test, "flakyError")) {
                        flaky.add(full);
                    }
                    if (has(test, "skipped")) {
                        skipped.add(full);
                    }
                    if (has(test, "failure") || has(test, "error")) {
                        failures.add(new Failure(report.lastModified(), fork(suite), full, reason(test)));
                    }
                }
                tests += cases.getLength();
                classes.add(new TestClass(name, Double.parseDouble(suite.getAttribute("time").replace(",", "")), cases.getLength()));
            }
        }
        tellWhyForksEnded();
        System.out.println("Slowest test classes");
        classes.stream().sorted(Comparator.comparingDouble(TestClass::seconds).reversed()).limit(10)
                .forEach(one -> System.out.printf(Locale.ROOT, "%6.1f s %5d tests  %s%n", one.seconds(), one.tests(), one.name()));
        System.out.printf(Locale.ROOT, "%6.1f s in all %d classes%n", classes.stream().mapToDouble(TestClass::seconds).sum(), classes.size());
        tellStartsOfGateways();
        list("Passed only on a second run", flaky);
        list("Skipped", skipped);
        failures.sort(Comparator.comparingLong(Failure::at));
        if (!failures.isEmpty()) {
            list("Failed, in the order of their reports", failures.stream().map(Failure::toString).toList());
            tellWhatForksLacked();
        }
        System.out.printf("%d passed, %d failed, %d skipped%n", tests - failures.size() - skipped.size(), failures.size(), skipped.size());
        if (!skipped.isEmpty() && System.getenv("CI") != null) {
            System.exit(1);
        }
    }

    /** Prints why forks ended early: a server that did not start ends the test run, and a crashed fork leaves a dump. */
    private static void tellWhyForksEnded() throws IOException {
        try (Stream<Path> files = Files.find(Path.of("target"), 2, (file, attributes) -> file.getFileName().toString()
                .matches("test-run-ended-.*|.*\\.dump|.*\\.dumpstream"))) {
            for (Path file : files.sorted().toList()) {
                System.out.println(file.getFileName() + ":");
                Files.readString(file, StandardCharsets.ISO_8859_1).lines().limit(40).forEach(line -> System.out.println("  " + line));
            }
        }
    }

    /** Prints how many gateways started in the JVMs of the tests, and how often a test took one that ran. */
    private static void tellStartsOfGateways() throws IOException {
        long started = 0;
        long shared = 0;
        Path folder = Path.of("target/test-logs");
        try (Stream<Path> logs = Files.isDirectory(folder) ? Files.list(folder) : Stream.empty()) {
            for (Path log : logs.toList()) {
                for (String line : Files.readString(log, StandardCharsets.ISO_8859_1).split("\n")) {
                    started += line.contains("Caravan is ready url=") ? 1 : 0;
                    shared += line.contains("Gateway of another test taken") ? 1 : 0;
                }
            }
        }
        System.out.printf(Locale.ROOT, "Gateways of tests: %d started, %d shared%n", started, shared);
    }

    /** Returns the fork in which the class ran, such as {@code fork-2}. */
    private static String fork(Element suite) {
        NodeList properties = suite.getElementsByTagName("property");
        for (int i = 0; i < properties.getLength(); i++) {
            Element property = (Element) properties.item(i);
            if (property.getAttribute("name").equals("caravan.tests.fork")) {
                return property.getAttribute("value");
            }
        }
        return "";
    }

    /** Returns the beginning of the message, or the exception's name if it has none. */
    private static String reason(Element test) {
        Element failure = (Element) test.getElementsByTagName(has(test, "failure") ? "failure" : "error").item(0);
        String message = failure.getAttribute("message");
        return beginning((message.isBlank() ? failure.getAttribute("type") : message.strip()).replaceAll("\\s+", " "));
    }

    private static String beginning(String line) {
        return line.substring(0, Math.min(LONGEST_LINE, line.length()));
    }

    /** Prints the lines that may explain why many tests failed. */
    private static void tellWhatForksLacked() throws IOException {
        try (Stream<Path> logs = Files.find(Path.of("target"), 2, (file, attributes) -> attributes.isRegularFile() && file.startsWith("target/test-logs"))) {
            for (Path log : logs.sorted().toList()) {
                System.out.println(log.getFileName() + ":");
                Files.readString(log, StandardCharsets.ISO_8859_1).lines().filter(line -> LACKING.matcher(line).find()).limit(20)
                        .forEach(line -> System.out.println("  " + beginning(line)));
            }
        }
    }

    private static boolean has(Element test, String tag) {
        return test.getElementsByTagName(tag).getLength() > 0;
    }

    private static void list(String title, List<String> names) {
        System.out.println(title + ": " + (names.isEmpty() ? "none" : names.size()));
        names.forEach(name -> System.out.println("  " + name));
    }
}

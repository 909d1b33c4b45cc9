import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/**
 * Summarizes Surefire's reports: {@code java .ci/Summary.java FOLDER…}. Prints the ten slowest classes, the tests that passed only on a second run,
 * the skipped tests, and the counts. Exits with 1 if {@code CI} is set and a test was skipped.
 */
public class Summary {

    private record TestClass(String name, double seconds, int tests) {
    }

    public static void main(String[] folders) throws Exception {
        List<TestClass> classes = new ArrayList<>();
        List<String> flaky = new ArrayList<>();
        List<String> skipped = new ArrayList<>();
        int failed = 0;
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
                        failed++;
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
        list("Passed only on a second run", flaky);
        list("Skipped", skipped);
        System.out.printf("%d passed, %d failed, %d skipped%n", tests - failed - skipped.size(), failed, skipped.size());
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

    private static boolean has(Element test, String tag) {
        return test.getElementsByTagName(tag).getLength() > 0;
    }

    private static void list(String title, List<String> names) {
        System.out.println(title + ": " + (names.isEmpty() ? "none" : names.size()));
        names.forEach(name -> System.out.println("  " + name));
    }
}

package dev.caravan.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Chromium at the gateway's page. What asks for anything but the gateway is recorded and cut off; so are script errors and what
 * the page's policy refused.
 */
final class PageBrowser implements AutoCloseable {

    private static final Path APPS = Path.of("src/test/apps");
    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("target/apps/driver");

    private final String address;
    private final Playwright playwright;
    private final Browser browser;
    private final Queue<String> stray = new ConcurrentLinkedQueue<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();

    /** Skips the test where Chromium or Playwright's driver is missing, but not in CI. */
    static PageBrowser start(int port) {
        boolean installed = Files.isRegularFile(APPS.resolve("node_modules/axe-core/axe.min.js")) && Files.isExecutable(CHROMIUM);
        assertThat(installed || System.getenv("CI") == null).as("in CI, .ci/run installs Chromium and Playwright's driver").isTrue();
        assumeTrue(installed, "Skipped: needs " + CHROMIUM + ", and npm ci in " + APPS);
        try {
            return new PageBrowser(port);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private PageBrowser(int port) throws IOException {
        this.address = "http://127.0.0.1:" + port + "/";
        System.setProperty("playwright.cli.dir", driver().toAbsolutePath().toString());
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(List.of(
                "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--no-first-run")));
    }

    /** The npm package in the form that Playwright for Java looks for: Node and the package beside each other. */
    private static Path driver() throws IOException {
        Files.createDirectories(DRIVER);
        link(DRIVER.resolve("package"), APPS.resolve("node_modules/playwright-core").toRealPath());
        for (String folder : System.getenv("PATH").split(":")) {
            Path node = Path.of(folder, "node");
            if (Files.isExecutable(node)) {
                link(DRIVER.resolve("node"), node.toRealPath());
                return DRIVER;
            }
        }
        throw new IllegalStateException("Node is not on the PATH");
    }

    private static void link(Path link, Path target) throws IOException {
        Files.deleteIfExists(link);
        Files.createSymbolicLink(link, target);
    }

    /** The page in a window of its own, at that place of it, such as {@code #/state}. */
    Page open(String place) {
        return open(place, 1280, false);
    }

    Page open(String place, int width, boolean dark) {
        BrowserContext context = browser.newContext(new Browser.NewContextOptions().setViewportSize(width, 800)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT).setReducedMotion(ReducedMotion.REDUCE)
                .setPermissions(List.of("clipboard-read", "clipboard-write")).setBypassCSP(false));
        context.route("**/*", route -> {
            String url = route.request().url();
            if (url.startsWith(address)) {
                route.resume();
            } else {
                stray.add(url);
                route.abort();
            }
        });
        Page page = context.newPage();
        page.setDefaultTimeout(15_000);
        page.onConsoleMessage(message -> {
            // that a request was refused or lost is the network's news, not the page's mistake
            if (message.type().equals("error") && !message.text().startsWith("Failed to load resource") || message.text().contains("Content Security Policy")) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        page.navigate(address + place);
        return page;
    }

    /** What the accessibility rules of axe-core find wrong with what is shown: {@code rule: element}. */
    @SuppressWarnings("unchecked")
    static List<String> violations(Page page) {
        try {
            // by the browser's debugger, which no policy of the page restricts
            page.evaluate("() => { " + Files.readString(APPS.resolve("node_modules/axe-core/axe.min.js")) + " }");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Object found = page.evaluate("""
                async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] }))
                    .violations.flatMap(each => each.nodes.map(node => each.id + ': ' + node.html + ' ' + node.failureSummary))""");
        return new ArrayList<>((List<String>) found);
    }

    /** What was asked for beyond the gateway. */
    Queue<String> stray() {
        return stray;
    }

    /** What browsers complained of: script errors and refused content. */
    Queue<String> errors() {
        return errors;
    }

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}

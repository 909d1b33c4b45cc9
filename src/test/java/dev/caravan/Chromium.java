package dev.caravan;


import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Debian's Chromium, driven by Playwright for Java with the driver of npm's package. */
public final class Chromium implements AutoCloseable {

    /** What tests in the browser take from npm. */
    public static final Path APPS = Path.of("src/test/apps");

    private static final Path EXECUTABLE = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Fork.folder("chromium-driver");

    private final Playwright playwright;
    private final Browser browser;

    private Chromium() throws IOException {
        System.setProperty("playwright.cli.dir", driver().toAbsolutePath().toString());
        playwright = Playwright.create(new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        browser = playwright.chromium().launch(new BrowserType.LaunchOptions().setExecutablePath(EXECUTABLE).setArgs(List.of(
                "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync",
                "--no-first-run")));
    }

    /** Skips the test where the browser or npm's packages are missing, but not in CI. */
    public static void assumeInstalled() {
        Needs.npm(APPS);
        Needs.program(EXECUTABLE, "chromium");
    }

    /** Skips the test likewise. */
    public static Chromium start() {
        assumeInstalled();
        try {
            return new Chromium();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Browser browser() {
        return browser;
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

    @Override
    public void close() {
        browser.close();
        playwright.close();
    }
}

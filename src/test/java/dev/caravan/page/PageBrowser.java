package dev.caravan.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.caravan.BrowserWindows;
import dev.caravan.Chromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;

/**
 * The shared Chromium at the gateway's page. What asks for anything but the gateway is recorded and cut off; so are script errors and what
 * the page's policy refused.
 */
final class PageBrowser implements AutoCloseable {

    private final String address;
    private final BrowserWindows windows;

    /** Skips the test where Chromium or npm's packages are missing, but not in CI. */
    PageBrowser(int port) {
        address = "http://127.0.0.1:" + port + "/";
        windows = new BrowserWindows(request -> request.url().startsWith(address), PageBrowser::isError);
    }

    /** The page in a window of its own, at that place of it, such as {@code #/state}. */
    Page open(String place) {
        return open(place, 1280, false);
    }

    Page open(String place, int width, boolean dark) {
        Page page = windows.open(new Browser.NewContextOptions().setViewportSize(width, 800)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT).setReducedMotion(ReducedMotion.REDUCE)
                .setPermissions(List.of("clipboard-read", "clipboard-write")).setBypassCSP(false));
        page.navigate(address + place);
        return page;
    }

    /** A request that was refused or lost is not the page's mistake. */
    private static boolean isError(ConsoleMessage message) {
        return message.type().equals("error") && !message.text().startsWith("Failed to load resource")
                || message.text().contains("Content Security Policy");
    }

    /** What the accessibility rules of axe-core find wrong with what is shown: {@code rule: element}. */
    @SuppressWarnings("unchecked")
    static List<String> violations(Page page) {
        try {
            // by the browser's debugger, which no policy of the page restricts
            page.evaluate("() => { " + Files.readString(Chromium.APPS.resolve("node_modules/axe-core/axe.min.js")) + " }");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Object found = page.evaluate("""
                async () => (await axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] \
                }))
                    .violations.flatMap(each => each.nodes.map(node => each.id + ': ' + node.html + ' ' + node.failureSummary))""");
        return new ArrayList<>((List<String>) found);
    }

    /** What was asked for beyond the gateway. */
    Queue<String> stray() {
        return windows.stray();
    }

    /** What browsers complained of: script errors and refused content. */
    Queue<String> errors() {
        return windows.errors();
    }

    /** Closes the windows that are still open. */
    @Override
    public void close() {
        windows.close();
    }
}

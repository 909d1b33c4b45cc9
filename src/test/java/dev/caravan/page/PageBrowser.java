package dev.caravan.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import dev.caravan.Chromium;
import dev.caravan.SharedChromium;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The shared Chromium at the gateway's page. What asks for anything but the gateway is recorded and cut off; so are script errors and what
 * the page's policy refused.
 */
final class PageBrowser implements AutoCloseable {

    private final String address;
    private final Browser chromium = SharedChromium.browser();
    private final Queue<BrowserContext> windows = new ConcurrentLinkedQueue<>();
    private final Queue<String> stray = new ConcurrentLinkedQueue<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();

    /** Skips the test where Chromium or npm's packages are missing, but not in CI. */
    PageBrowser(int port) {
        this.address = "http://127.0.0.1:" + port + "/";
    }

    /** The page in a window of its own, at that place of it, such as {@code #/state}. */
    Page open(String place) {
        return open(place, 1280, false);
    }

    Page open(String place, int width, boolean dark) {
        BrowserContext context = chromium.newContext(new Browser.NewContextOptions().setViewportSize(width, 800)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT).setReducedMotion(ReducedMotion.REDUCE)
                .setPermissions(List.of("clipboard-read", "clipboard-write")).setBypassCSP(false));
        windows.add(context);
        context.onClose(windows::remove);
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
        page.setDefaultTimeout(30_000);
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
            page.evaluate("() => { " + Files.readString(Chromium.APPS.resolve("node_modules/axe-core/axe.min.js")) + " }");
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

    /** Closes the windows that are still open. */
    @Override
    public void close() {
        List.copyOf(windows).forEach(BrowserContext::close);
    }
}

package dev.caravan;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Request;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Predicate;

/** Windows of the shared Chromium. A request that is not allowed is recorded and cut off; errors are recorded. */
public final class BrowserWindows implements AutoCloseable {

    private final Browser chromium = SharedChromium.browser();
    private final Queue<BrowserContext> windows = new ConcurrentLinkedQueue<>();
    private final Queue<String> stray = new ConcurrentLinkedQueue<>();
    private final Queue<String> errors = new ConcurrentLinkedQueue<>();
    private final Predicate<Request> allowed;
    private final Predicate<ConsoleMessage> error;

    /**
     * Skips the test where Chromium or npm's packages are missing, but not in CI.
     *
     * @param error which messages of the console are recorded; script errors always are
     */
    public BrowserWindows(Predicate<Request> allowed, Predicate<ConsoleMessage> error) {
        this.allowed = allowed;
        this.error = error;
    }

    /** Opens a window, which shows nothing yet. */
    public Page open(Browser.NewContextOptions options) {
        BrowserContext context = chromium.newContext(options);
        windows.add(context);
        context.onClose(windows::remove);
        context.route("**/*", route -> {
            if (allowed.test(route.request())) {
                route.resume();
            } else {
                stray.add(route.request().url());
                route.abort();
            }
        });
        Page page = context.newPage();
        page.setDefaultTimeout(60_000);
        page.onConsoleMessage(message -> {
            if (error.test(message)) {
                errors.add(message.text());
            }
        });
        page.onPageError(errors::add);
        return page;
    }

    /** Closes the window of a page. It takes off the routes first, because a request that a route handles during the end fails it. */
    public static void close(Page page) {
        page.unrouteAll();
        close(page.context());
    }

    private static void close(BrowserContext window) {
        window.unrouteAll();
        window.close();
    }

    /** URLs of requests that were not allowed. */
    public Queue<String> stray() {
        return stray;
    }

    /** Script errors, and the messages of the console that count as errors. */
    public Queue<String> errors() {
        return errors;
    }

    /** Closes the windows that are still open. */
    @Override
    public void close() {
        List.copyOf(windows).forEach(BrowserWindows::close);
    }
}

package dev.caravan.chart;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ReducedMotion;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.caravan.BrowserWindows;
import dev.caravan.Chromium;
import dev.caravan.Fork;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Queue;

/**
 * The shared Chromium with a page that hosts MCP Apps, made of the official host library (src/test/apps). Every request that the page
 * or the app makes is recorded; those that leave for anywhere but the page's own server and the gateway are cut off.
 */
final class AppHost implements AutoCloseable {

    private static final Path BUILT = Fork.folder("apps");
    private static boolean bundled;

    private final String gateway;
    private final HttpServer server;
    private final String own;
    private final BrowserWindows windows;

    AppHost(int gatewayPort) throws Exception {
        this.gateway = "http://127.0.0.1:" + gatewayPort + "/mcp";
        bundle();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", AppHost::serve);
        server.start();
        own = "http://127.0.0.1:" + server.getAddress().getPort() + "/";
        windows = new BrowserWindows(
                request -> (request.url().startsWith(own) || request.url().equals(gateway)) && request.frame().parentFrame() == null,
                message -> message.type().equals("error"));
    }

    /** Builds the host once in this JVM. */
    private static synchronized void bundle() throws Exception {
        if (bundled) {
            return;
        }
        Files.createDirectories(BUILT);
        Process esbuild = new ProcessBuilder("node_modules/.bin/esbuild", "host.js", "--bundle", "--format=esm",
                "--outfile=" + BUILT.resolve("host.js").toAbsolutePath())
                .directory(Chromium.APPS.toFile()).redirectErrorStream(true).start();
        String output = new String(esbuild.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (esbuild.waitFor() != 0) {
            throw new IllegalStateException(output);
        }
        bundled = true;
    }

    private static void serve(HttpExchange exchange) throws IOException {
        boolean script = exchange.getRequestURI().getPath().equals("/host.js");
        byte[] body = Files.readAllBytes(script ? BUILT.resolve("host.js") : Chromium.APPS.resolve("host.html"));
        exchange.getResponseHeaders().set("Content-Type", script ? "text/javascript" : "text/html");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /** A new page of the host, connected to the gateway. */
    Page open(boolean reducedMotion) {
        Page page = windows.open(new Browser.NewContextOptions()
                .setReducedMotion(reducedMotion ? ReducedMotion.REDUCE : ReducedMotion.NO_PREFERENCE));
        page.navigate(own);
        page.waitForFunction("() => window.connect");
        page.evaluate("url => connect(url)", gateway);
        return page;
    }

    /** The frame of the app that the page shows. */
    static Frame app(Page page) {
        return page.frames().get(page.frames().size() - 1);
    }

    /** What pages and apps asked for beyond the host and the gateway. */
    Queue<String> stray() {
        return windows.stray();
    }

    /** What browsers complained of: script errors and refused content. */
    Queue<String> errors() {
        return windows.errors();
    }

    @Override
    public void close() {
        windows.close();
        server.stop(0);
    }
}

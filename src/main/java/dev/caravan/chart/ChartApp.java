package dev.caravan.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import org.springframework.stereotype.Component;

/**
 * The page that draws charts where a client shows MCP Apps: ECharts, script and style in one document, which loads nothing.
 *
 * <p>Its content security policy lets just these two scripts run and nothing be fetched, whatever policy the host has: HTML
 * that came in with data, if it ever got into the page, would be dead.
 */
@Component("chartApp")
public class ChartApp {

    private final String page;

    ChartApp() {
        String echarts = script("echarts/echarts.min.js");
        String script = script("option.js") + script("app.js");
        this.page = read("app.html")
                .replace("{{hashes}}", hash(echarts) + " " + hash(script))
                .replace("{{style}}", read("app.css"))
                .replace("{{script}}", script)
                .replace("{{echarts}}", echarts);
    }

    /** An HTML document of about 1.1 MB. */
    public String page() {
        return page;
    }

    /** As it may stand between script tags: what would end or open one is written otherwise, which changes no string literal. */
    private static String script(String name) {
        return read(name).replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }

    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "'sha256-" + Base64.getEncoder().encodeToString(digest) + "'";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String read(String name) {
        try (InputStream in = ChartApp.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("dev/caravan/chart/" + name + " is not on the class path: build with Maven");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

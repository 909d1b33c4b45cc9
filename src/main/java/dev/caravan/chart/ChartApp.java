package dev.caravan.chart;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.stereotype.Component;

/**
 * The page that draws charts in clients with MCP Apps: ECharts, script and style in one document, which loads nothing.
 *
 * <p>Its content security policy allows only its two scripts and forbids all requests, whatever the host's policy is. HTML that came in
 * with data could do nothing, even if it got into the page.
 */
@Component("chartApp")
public class ChartApp {

    private static final String ECHARTS = "echarts/echarts.min.js";

    private String page;

    ChartApp() {
        if (ChartApp.class.getResource(ECHARTS) == null) {
            throw missing(ECHARTS);
        }
    }

    /** Returns an HTML document of about 1.1 MB. It is made when it is first asked for. */
    public synchronized String page() {
        if (page == null) {
            page = made();
        }
        return page;
    }

    private static String made() {
        String echarts = script(ECHARTS);
        String script = script("option.js") + script("app.js");
        return read("app.html")
                .replace("{{hashes}}", hash(echarts) + " " + hash(script))
                .replace("{{style}}", read("app.css"))
                .replace("{{script}}", script)
                .replace("{{echarts}}", echarts);
    }

    /** Returns the script for use between script tags: escapes everything that would end or open a tag, without changing any string. */
    private static String script(String name) {
        return read(name).replace("</script", "<\\/script").replace("<!--", "<\\!--");
    }

    private static String hash(String script) {
        return "'sha256-" + Base64.getEncoder().encodeToString(DigestUtils.sha256(script)) + "'";
    }

    private static IllegalStateException missing(String name) {
        return new IllegalStateException("dev/caravan/chart/" + name + " is not on the class path; build with Maven");
    }

    private static String read(String name) {
        try (InputStream in = ChartApp.class.getResourceAsStream(name)) {
            if (in == null) {
                throw missing(name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

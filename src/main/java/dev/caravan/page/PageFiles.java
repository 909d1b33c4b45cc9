package dev.caravan.page;

import dev.caravan.http.GuardedBinding;
import dev.caravan.rest.RestFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.stereotype.Component;

/**
 * Answers with a file of the page. Each file is read at its first request. Browsers cache the files and revalidate them each time.
 *
 * <p>The policy allows the scripts and styles of these files only: no inline scripts and no HTML made of text. So a mistake in a script can
 * at most display something wrong.
 */
@Component("pageFiles")
public class PageFiles {

    private static final Pattern NAME = Pattern.compile("[a-z]+\\.(html|css|js|svg)");
    private static final Map<String, String> TYPES = Map.of("html", "text/html; charset=utf-8", "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8", "svg", "image/svg+xml");
    /** The files that the chart app uses too. */
    private static final Map<String, String> SHARED = Map.of("echarts.js", "/dev/caravan/chart/echarts/echarts.min.js",
            "option.js", "/dev/caravan/chart/option.js");
    private static final Map<String, Object> HEADERS = Map.of(
            "Cache-Control", "no-cache",
            "Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "form-action 'none'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types "
                    + "default",
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            "Cross-Origin-Opener-Policy", "same-origin",
            "Cross-Origin-Resource-Policy", "same-origin",
            "Referrer-Policy", "no-referrer");

    private final PageConfiguration.PageProperties properties;
    private final Map<String, PageFile> files = new ConcurrentHashMap<>();

    PageFiles(PageConfiguration.PageProperties properties) {
        this.properties = properties;
    }

    /** @throws RestFailure 404, if the page is disabled */
    public void check() throws RestFailure {
        if (!properties.enabled()) {
            throw RestFailure.notFound(PageConfiguration.DISABLED);
        }
    }

    /** Answers with the file of the path, or the start page: 200, 304 or 404. */
    @SuppressWarnings("unchecked")
    public void answer(Exchange exchange) {
        String name = (String) exchange.getProperty(GuardedBinding.PATH, Map.class).getOrDefault("file", "index.html");
        Message message = exchange.getMessage();
        String known = message.getHeader("If-None-Match", String.class);
        Map<String, Object> headers = new HashMap<>(HEADERS);
        Matcher match = NAME.matcher(name);
        PageFile file = match.matches() ? file(name, match.group(1)) : null;
        if (file == null) {
            headers.put(Exchange.HTTP_RESPONSE_CODE, 404);
            headers.put(Exchange.CONTENT_TYPE, "application/json");
            message.setBody("{\"message\":\"No file at this path\"}");
        } else {
            boolean has = known != null && Arrays.stream(known.split(",")).map(String::strip).anyMatch(file.tag()::equals);
            headers.put(Exchange.HTTP_RESPONSE_CODE, has ? 304 : 200);
            headers.put("ETag", file.tag());
            headers.put(Exchange.CONTENT_TYPE, file.type());
            message.setBody(has ? null : file.content());
        }
        message.setHeaders(headers);
    }

    private PageFile file(String name, String ending) {
        return files.computeIfAbsent(name, any -> PageFile.read(SHARED.getOrDefault(name, name), TYPES.get(ending)));
    }

    /**
     * A file of the page.
     *
     * @param type value of {@code Content-Type}
     * @param tag  value of {@code ETag}; changes with the content
     */
    record PageFile(String type, byte[] content, String tag) {

        private static final int TAG_LENGTH = 32;

        /** @return null if the resource does not exist */
        static PageFile read(String resource, String type) {
            try (InputStream in = PageFile.class.getResourceAsStream(resource)) {
                if (in == null) {
                    return null;
                }
                byte[] content = in.readAllBytes();
                return new PageFile(type, content, '"' + DigestUtils.sha256Hex(content).substring(0, TAG_LENGTH) + '"');
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}

package dev.caravan.web;

import static dev.caravan.web.LoopbackSearch.result;
import static dev.caravan.web.LoopbackSearch.results;
import static dev.caravan.web.LoopbackSearch.send;
import static dev.caravan.web.LoopbackSearch.sleep;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code web_search} answers UPSTREAM_ERROR in time, whatever a failing, slow or endless service does. */
class WebSearchFailuresTest extends WebSearchTest {

    @ParameterizedTest
    @CsvSource({"403,search.formats", "429,too many requests", "500,HTTP status 500", "503,HTTP status 503", "404,HTTP status 404"})
    void serviceErrorIsUpstreamError(int status, String message) {
        SEARCH.behave((exchange, query) -> send(exchange, status, "<html>no</html>"));
        assertThat(failure(fresh())).contains(message);
        assertThat(SEARCH.requests()).as("not asked again").hasSize(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"<html>no</html>", "{\"results\":{}}", "[]", "null", "{\"query\":\"q\"}",
        "{\"results\":[{\"url\":\"https://e.org\"", "''", "{} trailing"})
    void garbageIsUpstreamError(String body) {
        SEARCH.behave((exchange, query) -> send(exchange, 200, body));
        assertThat(failure(fresh())).contains("did not answer with a list of results");
    }

    @Tag("full")
    @Test
    void silentServiceTimesOut() {
        SEARCH.behave((exchange, query) -> sleep(6_000));
        assertThat(within(2_000, 20_000, () -> failure(fresh()))).contains("2000 ms");
    }

    @Tag("full")
    @Test
    void slowServiceTimesOut() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                for (int i = 0; i < 100; i++) {
                    out.write(' ');
                    out.flush();
                    sleep(100);
                }
            }
        });
        assertThat(within(2_000, 20_000, () -> failure(fresh()))).contains("2000 ms");
    }

    @Test
    void announcedFiveMegabytesAreRefusedUnread() {
        SEARCH.behave((exchange, query) -> send(exchange, 200, results(result("t", "https://e.org/", "x".repeat(5_000_000)))));
        assertThat(within(0, 20_000, () -> failure(fresh()))).contains("2097152 bytes");
    }

    @Test
    void endlessAnswerIsRefused() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 0);
            try (OutputStream out = exchange.getResponseBody()) {
                byte[] block = "y".repeat(65_536).getBytes();
                while (true) {
                    out.write(block);
                }
            }
        });
        assertThat(within(0, 20_000, () -> failure(fresh()))).contains("2097152 bytes");
    }

    @Test
    void connectionClosedMidwayIsUpstreamError() {
        SEARCH.behave((exchange, query) -> {
            exchange.sendResponseHeaders(200, 10_000);
            exchange.getResponseBody().write("{\"results\":[".getBytes());
            exchange.getResponseBody().flush();
            throw new IOException("on purpose");
        });
        assertThat(failure(fresh())).contains("can't be reached");
    }
}

package dev.caravan.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.OwnGateway;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A request whose end two readers could see at different places is refused, and its connection closed: no proxy in front passes a hidden
 * request on.
 */
@Tag("full")
class StrictRequestsTest {

    private static final String PING = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    private static final String HEAD = "Host: localhost\r\nContent-Type: application/json\r\nAccept: application/json, "
            + "text/event-stream\r\n";
    private static final String POST = "POST /mcp HTTP/1.1\r\n" + HEAD;
    private static final String SECOND = "POST /mcp HTTP/1.1\r\n" + HEAD + "Content-Length: " + PING.length()
            + "\r\nConnection: close\r\n\r\n" + PING;
    private static final String SIZE = Integer.toHexString(PING.length());

    private static OwnGateway gateway;

    @BeforeAll
    static void start() {
        gateway = OwnGateway.withEntries().shared().start();
    }

    @AfterAll
    static void stop() {
        gateway.close();
    }

    private static String answer(String request) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            StringBuilder read = new StringBuilder();
            try {
                for (int one = socket.getInputStream().read(); one >= 0; one = socket.getInputStream().read()) {
                    read.append((char) one);
                }
            } catch (java.net.SocketException reset) {
                return read + " reset";
            }
            return read.toString();
        }
    }

    private static long results(String answer) {
        return Pattern.compile("HTTP/1.1 200").matcher(answer).results().count();
    }

    @ParameterizedTest
    @ValueSource(strings = {
        "bare LF after a chunk's size|Transfer-Encoding: chunked\r\n\r\nSIZE\nPING\r\n0\r\n\r\n",
        "bare LF after an extension|Transfer-Encoding: chunked\r\n\r\nSIZE;a=b\nPING\r\n0\r\n\r\n",
        "CR in an extension|Transfer-Encoding: chunked\r\n\r\nSIZE;a\rb\r\nPING\r\n0\r\n\r\n",
        "bare LF after a chunk|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\n0\r\n\r\n",
        "no line break after a chunk|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPING0\r\n\r\n",
        "more than a line break after a chunk|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPINGxx\r\n0\r\n\r\n",
        "bare LF after the last size|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\r\n0\n\r\n",
        "bare LF at the end|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\n",
        "bare LF after a trailer|Transfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\r\n0\r\nX: a\n\r\n",
        "a size with a prefix|Transfer-Encoding: chunked\r\n\r\n0xSIZE\r\nPING\r\n0\r\n\r\n",
        "a size with a sign|Transfer-Encoding: chunked\r\n\r\n+SIZE\r\nPING\r\n0\r\n\r\n",
        "a size with a space before|Transfer-Encoding: chunked\r\n\r\n SIZE\r\nPING\r\n0\r\n\r\n",
        "a size with a space behind|Transfer-Encoding: chunked\r\n\r\nSIZE \r\nPING\r\n0\r\n\r\n",
        "a size beyond 64 bits|Transfer-Encoding: chunked\r\n\r\n100000000000000SIZE\r\nPING\r\n0\r\n\r\n",
        "an empty size|Transfer-Encoding: chunked\r\n\r\n\r\nPING\r\n0\r\n\r\n",
        "both lengths|Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "both lengths, turned|Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "two lengths|Content-Length: LEN\r\nContent-Length: 4\r\n\r\nPING",
        "a length twice|Content-Length: LEN\r\nContent-Length: LEN\r\n\r\nPING",
        "a list of lengths|Content-Length: LEN, LEN\r\n\r\nPING",
        "a length with a sign|Content-Length: +LEN\r\n\r\nPING",
        "a length in hex|Content-Length: 0xLEN\r\n\r\nPING",
        "an empty length|Content-Length: \r\n\r\nPING",
        "a negative length|Content-Length: -1\r\n\r\nPING",
        "another encoding|Transfer-Encoding: gzip\r\n\r\nPING",
        "identity|Transfer-Encoding: identity\r\n\r\nPING",
        "two encodings|Transfer-Encoding: gzip, chunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "chunked twice|Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "chunked with a vertical tab|Transfer-Encoding: \u000bchunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "an unknown encoding|Transfer-Encoding: xchunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "a space before the colon|Content-Length : LEN\r\n\r\nPING",
        "a tab before the colon|Transfer-Encoding\t: chunked\r\n\r\nSIZE\r\nPING\r\n0\r\n\r\n",
        "a folded line|X-Folded: a\r\n Content-Length: 4\r\nContent-Length: LEN\r\n\r\nPING",
        "a folded line with a tab|X-Folded: a\r\n\tb\r\nContent-Length: LEN\r\n\r\nPING",
        "a line that begins with a space| X-First: a\r\nContent-Length: LEN\r\n\r\nPING",
        "bare LF after a header|X-A: b\nContent-Length: LEN\r\n\r\nPING",
        "bare LF before the body|Content-Length: LEN\r\n\nPING",
        "only LF|Content-Length: LEN\n\nPING",
        "bare CR in a value|X-A: b\rContent-Length: 4\r\nContent-Length: LEN\r\n\r\nPING",
        "a CR twice|X-A: b\r\r\nContent-Length: LEN\r\n\r\nPING",
        "U+0000 in a value|X-A: b\u0000c\r\nContent-Length: LEN\r\n\r\nPING",
        "U+0000 in a name|X-\u0000A: b\r\nContent-Length: LEN\r\n\r\nPING",
        "a line without a colon|X-A\r\nContent-Length: LEN\r\n\r\nPING",
        "an empty name|: b\r\nContent-Length: LEN\r\n\r\nPING",
        "two hosts|Host: other\r\nContent-Length: LEN\r\n\r\nPING"})
    void aRequestWithTwoReadingsIsRefused(String row) throws IOException {
        String request = POST
                + row.substring(row.indexOf('|') + 1).replace("SIZE", SIZE).replace("LEN", "" + PING.length()).replace("PING", PING);
        String answer = answer(request + SECOND);
        assertThat(results(answer)).as(row.substring(0, row.indexOf('|')) + ": " + answer).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST /mcp HTTP/1.1\n", "POST  /mcp HTTP/1.1\r\n", "POST /mcp  HTTP/1.1\r\n", "POST\t/mcp HTTP/1.1\r\n",
        "POST /mcp HTTP/1.1 \r\n", "POST /mcp HTTP/1.10\r\n", "POST /mcp\r\n", "POST /mcp HTTP/0.9\r\n",
        "POST /mcp HTTP/1.1\r\r\n", " POST /mcp HTTP/1.1\r\n", "POST /mcp\u0000 HTTP/1.1\r\n", "\n\nPOST /mcp HTTP/1.1\r\n"})
    void aFirstLineWithTwoReadingsIsRefused(String line) throws IOException {
        String answer = answer(line + HEAD + "Content-Length: " + PING.length() + "\r\n\r\n" + PING + SECOND);
        assertThat(results(answer)).as(answer).isZero();
    }

    @Test
    void honestRequestsAreAnswered() throws IOException {
        String chunked = POST + "Transfer-Encoding: chunked\r\n\r\n5\r\n" + PING.substring(0, 5) + "\r\n"
                + Integer.toHexString(PING.length() - 5).toUpperCase() + ";a=b\r\n" + PING.substring(5) + "\r\n0\r\n\r\n";
        String trailer = chunked.substring(0, chunked.length() - 2) + "X-Trailer: a\r\n\r\n";
        String plain = POST + "Content-Length: " + PING.length() + "\r\nX-Empty:\r\nX-Tab:\ta \t b \r\nX-Utf: \u00e9\r\n\r\n" + PING;
        String get = "GET /api/v1/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
        String zeros = POST + "transfer-encoding: Chunked\r\n\r\n0000" + SIZE + "\r\n" + PING + "\r\n000\r\n\r\n";

        String longLine = zeros.replace("/mcp ", "/mcp?a=" + "b".repeat(300) + " ");

        assertThat(results(answer(chunked + trailer + plain + zeros + longLine + SECOND))).isEqualTo(6);
        assertThat(results(answer(longLine.replace("HTTP/1.1", "HTTP/1.0") + SECOND))).isZero();
        assertThat(answer(get + SECOND)).endsWith("}");
    }

    /** As slow as it can be: each byte in a packet of its own. */
    @Test
    void aRequestInSingleBytesIsReadAlike() throws Exception {
        try (Socket socket = new Socket("127.0.0.1", gateway.port())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(10_000);
            for (byte one : (POST + "Transfer-Encoding: chunked\r\n\r\n" + SIZE + "\r\n" + PING + "\r\n0\r\n\r\n" + SECOND)
                    .getBytes(StandardCharsets.ISO_8859_1)) {
                socket.getOutputStream().write(one);
                socket.getOutputStream().flush();
            }
            assertThat(results(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))).isEqualTo(2);
        }
    }
}

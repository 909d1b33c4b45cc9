package dev.caravan.mcp.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Makes requests from valid ones, the same for the same seed. */
final class Mutator {

    private static final List<String> PIECES = List.of("null", "1e999999", "-1", "\"", "{", "}", "[", "]", "\\", "\\ud800", "\\u0000",
            "true", "{\"$gt\":\"\"}", "\u0000", "𠮷", ",", ":",
            "1.5", "99999999999999999999", "\"_meta\":{}", "${exchange}", "{{x}}", "[".repeat(300), "a".repeat(5_000),
            "\"progressToken\":[],", "\u2028", "\uFEFF");
    private static final List<String> VALUES = List.of("", " ", "2025-11-25", "2026-07-28", "1999-01-01", "tools/call", "tools/list", "*/*",
            "text/html", "application/json;charset=utf-16",
            "=?base64?!!?=", "=?base64?dG9vbHMvbGlzdA==?=", "\u00ff\u00fe", "a,b,c", "Bearer x", "null", "-1", "x".repeat(2_000), "\t",
            "${jndi:x}", "00-0-0-0", "http://evil.example", "0");
    private static final List<String> NAMES = List.of("Accept", "Content-Type", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name",
            "Mcp-Session-Id", "Mcp-Param-City", "Origin", "Authorization", "Last-Event-ID",
            "Accept-Language", "traceparent", "x-account-id", "Content-Encoding", "Expect", "Cookie", "X-Forwarded-For");
    private static final List<String> METHODS = List.of("GET", "PUT", "DELETE", "PATCH", "HEAD", "OPTIONS", "POST", "BREW");
    private static final List<String> PATHS = List.of("/mcp/", "/mcp/x", "/mcp/x/mcp", "/mcp?a=b", "/mcp/%2e%2e/x", "/", "/mcp;x",
            "/mcp/%00");

    private final Random random;
    private final List<RawRequest> corpus;

    Mutator(long seed, List<RawRequest> corpus) {
        this.random = new Random(seed);
        this.corpus = corpus;
    }

    RawRequest next() {
        RawRequest seed = any(corpus);
        String method = random.nextInt(40) == 0 ? any(METHODS) : seed.method();
        String path = random.nextInt(30) == 0 ? any(PATHS) : seed.path();
        List<Map.Entry<String, String>> headers = new ArrayList<>(seed.headers());
        boolean sane = random.nextInt(10) < 6;
        for (int n = sane ? 0 : 1 + random.nextInt(3); n > 0; n--) {
            header(headers);
        }
        byte[] body = seed.body().length > 0 && (sane || random.nextInt(4) > 0) ? body(seed.body()) : seed.body();
        return new RawRequest(method, path, headers, body);
    }

    private void header(List<Map.Entry<String, String>> headers) {
        int at = headers.isEmpty() ? -1 : random.nextInt(headers.size());
        switch (random.nextInt(5)) {
            case 0 -> headers.add(Map.entry(any(NAMES), any(VALUES)));
            case 1 -> headers.add(0, Map.entry(any(NAMES), any(VALUES)));
            case 2 -> {
                if (at >= 0) {
                    headers.remove(at);
                }
            }
            case 3 -> {
                if (at >= 0) {
                    headers.add(headers.get(at));
                }
            }
            default -> {
                if (at >= 0) {
                    headers.set(at, Map.entry(headers.get(at).getKey(), any(VALUES)));
                }
            }
        }
    }

    private byte[] body(byte[] seed) {
        StringBuilder text = new StringBuilder(new String(seed, StandardCharsets.UTF_8));
        for (int n = 1 + random.nextInt(4); n > 0; n--) {
            int at = random.nextInt(text.length());
            switch (random.nextInt(5)) {
                case 0 -> text.insert(at, any(PIECES));
                case 1 -> text.delete(at, Math.min(text.length(), at + 1 + random.nextInt(12)));
                case 2 -> text.setCharAt(at, (char) random.nextInt(0x250));
                case 3 -> replaceValue(text);
                default -> text.insert(at, text.substring(at, Math.min(text.length(), at + random.nextInt(40))));
            }
            if (text.isEmpty()) {
                text.append('x');
            }
        }
        byte[] bytes = text.toString().getBytes(StandardCharsets.UTF_8);
        if (random.nextInt(8) == 0) {
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
        }
        return bytes;
    }

    /** What stands behind a colon becomes another value, so that the text is still JSON more often than not. */
    private void replaceValue(StringBuilder text) {
        int from = text.indexOf(":", random.nextInt(text.length()));
        int to = from < 0 ? -1 : Math.max(text.indexOf(",", from), from);
        if (from >= 0 && to > from) {
            text.replace(from + 1, to, any(List.of("null", "[]", "{}", "-1", "1e308", "\"\"", "\"\\u0000\"", "true", "[[[]]]",
                    "{\"a\":{\"a\":{}}}", "\"" + "é".repeat(300) + "\"")));
        }
    }

    private <T> T any(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }
}

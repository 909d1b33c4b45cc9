package dev.caravan.benchmark;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A server and what it is asked.
 *
 * @param calls     sent in turn
 * @param ofOneUnit how many of the calls count as one unit of work
 */
record Side(Process process, int port, String path, Map<String, String> headers, List<Call> calls, int ofOneUnit) {

    private static final int START_SECONDS = 90;
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static Side of(Process process, int port, Call... calls) {
        return new Side(process, port, "/mcp", Map.of("Content-Type", "application/json", "Accept", "application/json, text/event-stream"),
                List.of(calls), 1);
    }

    /** All calls together are one unit of work. */
    Side together() {
        return new Side(process, port, path, headers, calls, calls.size());
    }

    Side at(String otherPath) {
        return new Side(process, port, otherPath, headers, calls, ofOneUnit);
    }

    Side with(String header, String value) {
        Map<String, String> more = new TreeMap<>(headers);
        more.put(header, value);
        return new Side(process, port, path, more, calls, ofOneUnit);
    }

    /** Returns once each call has its right answer. Waits for a server that still starts. */
    void check() throws Exception {
        for (Call call : calls) {
            long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
            String answer = answer(call);
            while (!call.expected().stream().allMatch(answer::contains)) {
                if (System.nanoTime() > end || !process.isAlive()) {
                    throw new IOException("Wrong answer to " + call + ": " + answer);
                }
                TimeUnit.MILLISECONDS.sleep(100);
                answer = answer(call);
            }
        }
    }

    private String answer(Call call) throws InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).timeout(Duration.ofSeconds(20));
        headers.forEach(request::header);
        try {
            return HTTP.send(request.POST(HttpRequest.BodyPublishers.ofString(call.body())).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException e) {
            return e.toString();
        }
    }

    /** Processor time so far, in microseconds, of the process and those that it has started. */
    double processorMicros() {
        return Stream.concat(Stream.of(process.toHandle()), process.descendants())
                .mapToLong(each -> each.info().totalCpuDuration().map(Duration::toNanos).orElse(0L)).sum() / 1e3;
    }

    /** The bytes of each call, for an {@link HttpConnection}. */
    List<byte[]> requests() {
        StringBuilder lines = new StringBuilder();
        headers.forEach((name, value) -> {
            if (!name.equals("Content-Type")) {
                lines.append(name).append(": ").append(value).append("\r\n");
            }
        });
        List<byte[]> requests = new ArrayList<>();
        calls.forEach(call -> requests.add(HttpConnection.request(port, "POST", path, lines.toString(), call.body())));
        return requests;
    }
}

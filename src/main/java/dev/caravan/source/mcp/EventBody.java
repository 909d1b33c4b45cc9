package dev.caravan.source.mcp;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow.Subscription;
import java.util.function.Consumer;

/**
 * Reads an answer as server-sent events. Passes on each event as soon as its last line has arrived. The body is the empty text, when the stream has
 * ended.
 */
final class EventBody implements BodySubscriber<String> {

    /**
     * One event.
     *
     * @param id    null if the event has none
     * @param retry pause before the client connects again, in ms; null if the event does not say
     * @param data  empty if the event has none
     */
    record Event(String id, Long retry, String data) {
    }

    private final long maxBytes;
    private final Consumer<Event> events;
    private final CompletableFuture<String> end = new CompletableFuture<>();
    private final ByteArrayOutputStream line = new ByteArrayOutputStream();
    private final StringBuilder data = new StringBuilder();
    private Subscription subscription;
    private boolean afterReturn;
    private String id;
    private Long retry;
    private String type = "";

    /** @param maxBytes maximum size of one event */
    EventBody(long maxBytes, Consumer<Event> events) {
        this.maxBytes = maxBytes;
        this.events = events;
    }

    @Override
    public CompletionStage<String> getBody() {
        return end;
    }

    @Override
    public void onSubscribe(Subscription given) {
        subscription = given;
        given.request(1);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        try {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    take(buffer.get());
                }
            }
            subscription.request(1);
        } catch (IOException | RuntimeException e) {
            subscription.cancel();
            end.completeExceptionally(e);
        }
    }

    private void take(byte next) throws IOException {
        boolean second = afterReturn && next == '\n';
        afterReturn = next == '\r';
        if (second) {
            return;
        }
        if (next == '\n' || next == '\r') {
            String text = line.toString(StandardCharsets.UTF_8);
            line.reset();
            take(text);
        } else {
            line.write(next);
            if (line.size() + data.length() > maxBytes) {
                throw new IOException("a message of the server is longer than " + maxBytes + " bytes");
            }
        }
    }

    private void take(String text) {
        if (text.isEmpty()) {
            dispatch();
            return;
        }
        int colon = text.indexOf(':');
        String field = colon < 0 ? text : text.substring(0, colon);
        String value = colon < 0 ? "" : text.substring(text.startsWith(" ", colon + 1) ? colon + 2 : colon + 1);
        switch (field) {
            case "id" -> id = value;
            case "event" -> type = value;
            case "data" -> data.append(value).append('\n');
            case "retry" -> retry = value.matches("\\d{1,9}") ? Long.valueOf(value) : retry;
            default -> { } // comments and unknown fields
        }
    }

    private void dispatch() {
        boolean message = type.isEmpty() || type.equals("message");
        String whole = !message || data.isEmpty() ? "" : data.substring(0, data.length() - 1);
        Event event = new Event(id, retry, whole);
        data.setLength(0);
        type = "";
        id = null;
        retry = null;
        if (event.id() != null || event.retry() != null || !whole.isEmpty()) {
            events.accept(event);
        }
    }

    @Override
    public void onError(Throwable failure) {
        end.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        end.complete("");
    }
}

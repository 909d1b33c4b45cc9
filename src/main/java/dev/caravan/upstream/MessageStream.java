package dev.caravan.upstream;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.function.Consumer;

/**
 * Reads the messages of an answer: one as JSON, or those of an event stream (HTML, server-sent events). Ends an answer whose message is too long.
 */
final class MessageStream implements HttpResponse.BodySubscriber<Void> {

    private final boolean events;
    private final long longest;
    private final Consumer<String> message;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    private final StringBuilder data = new StringBuilder();
    private ByteArrayOutputStream line = new ByteArrayOutputStream();
    private Flow.Subscription subscription;

    /**
     * @param longest maximum length of a message, in bytes
     * @param message receives each message. An exception ends the answer.
     */
    MessageStream(boolean events, long longest, Consumer<String> message) {
        this.events = events;
        this.longest = longest;
        this.message = message;
    }

    @Override
    public CompletionStage<Void> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription given) {
        subscription = given;
        given.request(Long.MAX_VALUE);
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        try {
            for (ByteBuffer buffer : buffers) {
                while (buffer.hasRemaining()) {
                    take(buffer.get());
                }
            }
        } catch (IOException | RuntimeException e) {
            subscription.cancel();
            done.completeExceptionally(e);
        }
    }

    private void take(byte next) throws IOException {
        if (events && next == '\n') {
            endLine();
        } else if (!events || next != '\r') {
            line.write(next);
        }
        if (line.size() + data.length() > longest) {
            throw new IOException("it sent a message of more than " + longest + " bytes");
        }
    }

    private void endLine() {
        String text = line.toString(StandardCharsets.UTF_8);
        line.reset();
        if (text.isEmpty()) {
            endEvent();
        } else if (text.startsWith("data:")) {
            data.append(data.isEmpty() ? "" : "\n").append(text, text.startsWith("data: ") ? 6 : 5, text.length());
        }
    }

    private void endEvent() {
        String whole = data.toString();
        data.setLength(0);
        if (!whole.isBlank()) {
            message.accept(whole);
        }
    }

    @Override
    public void onError(Throwable failure) {
        done.completeExceptionally(failure);
    }

    @Override
    public void onComplete() {
        try {
            if (events) {
                endEvent();
            } else if (line.size() > 0) {
                message.accept(line.toString(StandardCharsets.UTF_8));
            }
            done.complete(null);
        } catch (RuntimeException e) {
            done.completeExceptionally(e);
        }
    }
}

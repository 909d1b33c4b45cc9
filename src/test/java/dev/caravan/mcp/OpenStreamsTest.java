package dev.caravan.mcp;

import static java.util.concurrent.TimeUnit.MILLISECONDS;
import static org.awaitility.Awaitility.await;

import dev.caravan.EditableGatewayTest;
import dev.caravan.StreamClient;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** Event streams that a test opens; they are closed after it, and the gateway has noticed. */
abstract class OpenStreamsTest extends EditableGatewayTest {

    final List<StreamClient> opened = new ArrayList<>();

    final MeterRegistry meters = bean(MeterRegistry.class);

    /** Those of the class before have ended. */
    @BeforeEach
    void awaitNoStreams() {
        awaitStreams(0);
    }

    @AfterEach
    void leave() throws IOException {
        for (StreamClient stream : opened) {
            stream.close();
        }
        opened.clear();
        awaitStreams(0);
    }

    final StreamClient open(String... headers) throws IOException {
        StreamClient stream = StreamClient.open(port(), "/mcp", headers);
        opened.add(stream);
        return stream;
    }

    static String raw(StreamClient stream) {
        try {
            return stream.nextRaw();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    final int streams() {
        return (int) meters.get("caravan.http.streams").gauge().value();
    }

    final void awaitStreams(int number) {
        await().pollInterval(20, MILLISECONDS).until(() -> streams() == number);
    }
}

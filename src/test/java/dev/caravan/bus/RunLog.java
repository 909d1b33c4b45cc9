package dev.caravan.bus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.camel.Exchange;
import org.apache.camel.Header;

/** What the tools of {@link BusGateway} do: each run is noted as a line of a file, which outlives its gateway, and takes its time. */
public final class RunLog {

    /** Instead of milliseconds: until {@link BusGateway#release}. */
    static final int HELD = -1;

    /** {@code {tool} {word}}. */
    public void note(Exchange exchange, @Header("word") String word) throws IOException {
        Files.writeString(Path.of(exchange.getProperty("counts", String.class), "runs"), exchange.getFromRouteId() + " " + word + "\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    /** Takes so long. */
    public void work(Exchange exchange, int millis) throws InterruptedException {
        if (millis == HELD) {
            Path released = Path.of(exchange.getProperty("counts", String.class), "released");
            while (Files.notExists(released)) {
                Thread.sleep(20);
            }
        } else {
            Thread.sleep(millis);
        }
    }
}

package dev.caravan.bus;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.apache.camel.Exchange;
import org.apache.camel.Header;

/** Notes each run of a tool as a line of a file, which outlives its gateway. */
public final class RunLog {

    /** {@code {tool} {word}}. */
    public void note(Exchange exchange, @Header("word") String word) throws IOException {
        Files.writeString(Path.of(exchange.getProperty("counts", String.class), "runs"), exchange.getFromRouteId() + " " + word + "\n",
                StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }
}

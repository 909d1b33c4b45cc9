package dev.caravan.embedded;

import java.io.IOException;

/** The signal on which a server process closes its data and ends. */
enum StopSignal {
    TERM,
    /** PostgreSQL's "fast" shutdown; its TERM waits until every client has gone. */
    INT;

    /** Java can send TERM and KILL only; every POSIX shell has {@code kill}. */
    void send(ProcessHandle process) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + this + " " + process.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}

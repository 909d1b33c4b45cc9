package dev.caravan.embedded;

import java.io.IOException;

/** The signal that makes a server process close its data and end. */
enum StopSignal {
    TERM,
    /** "Fast" shutdown of PostgreSQL; on TERM it waits until every client has left. */
    INT;

    /** Java can send only TERM and KILL; every POSIX shell has {@code kill}. */
    void send(ProcessHandle process) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -" + this + " " + process.pid())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}

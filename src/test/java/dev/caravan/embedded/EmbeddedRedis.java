package dev.caravan.embedded;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import redis.embedded.core.ExecutableProvider;
import redis.embedded.model.OsArchitecture;

/** Redis 6.2. It writes every change to its append-only file. */
final class EmbeddedRedis implements EmbeddedServer {

    private final Binaries binaries;
    private ServerProcess process;
    private int port;

    EmbeddedRedis(Binaries binaries) {
        this.binaries = binaries;
    }

    @Override
    public String name() {
        return "redis";
    }

    @Override
    public void start(Path directory, int port) throws Exception {
        this.port = port;
        Path data = Files.createDirectories(directory.resolve("data"));
        new Orphans(binaries.directory(), directory).stop(StopSignal.TERM);
        process = new ServerProcess(directory, StopSignal.TERM);
        process.start(new ProcessBuilder(executable().toString(),
                "--port", String.valueOf(port),
                "--bind", "127.0.0.1",
                "--dir", data.toString(),
                "--appendonly", "yes",
                "--set-proc-title", "no"), // a title would hide the directory, by which orphans are recognized
                this::ping);
    }

    private Path executable() throws IOException {
        String resource = ExecutableProvider.newProvidedVersionsMap()
                .get(OsArchitecture.detectOSandArchitecture()).substring(1);
        Path unpacked = binaries.unpacked(resource, into -> {
            try (InputStream in = getClass().getClassLoader().getResourceAsStream(resource)) {
                Files.copy(in, into.resolve(resource));
            }
            into.resolve(resource).toFile().setExecutable(true);
        });
        return unpacked.resolve(resource);
    }

    /** Returns the answer to PING; an error while it still loads its file does not count. */
    private String ping() throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(1_000);
            socket.getOutputStream().write("PING\r\n".getBytes(US_ASCII));
            String answer = new String(socket.getInputStream().readNBytes(5), US_ASCII);
            if (!answer.equals("+PONG")) {
                throw new IOException(answer);
            }
            return answer;
        }
    }

    @Override
    public String address() {
        return "redis://127.0.0.1:" + port;
    }

    @Override
    public Map<String, String> properties() {
        return Map.of("caravan.databases.redis.url", address());
    }

    @Override
    public void stop() throws Exception {
        process.stop();
    }
}

package dev.caravan.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Reads from Linux the addresses on which this JVM and its child processes listen, as {@code hex address:hex port}. */
final class ListeningSockets {

    private ListeningSockets() {
    }

    static Set<String> now() throws IOException {
        Set<String> inodes = new HashSet<>();
        ProcessHandle self = ProcessHandle.current();
        for (ProcessHandle process : Stream.concat(Stream.of(self), self.descendants()).toList()) {
            inodes.addAll(socketsOf(process));
        }
        Set<String> listening = new HashSet<>();
        for (String table : new String[] {"tcp", "tcp6"}) {
            Files.readAllLines(Path.of("/proc/net", table)).stream().skip(1)
                    .map(line -> line.strip().split("\\s+"))
                    .filter(columns -> columns[3].equals("0A") && inodes.contains(columns[9]))
                    .forEach(columns -> listening.add(columns[1]));
        }
        return listening;
    }

    /** Whether it is 127.0.0.1, also as an IPv6 address. */
    static boolean isLoopback(String socket) {
        return socket.split(":")[0].endsWith("0100007F");
    }

    private static Set<String> socketsOf(ProcessHandle process) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("/proc", String.valueOf(process.pid()), "fd"))) {
            return files.map(ListeningSockets::target)
                    .filter(target -> target.startsWith("socket:["))
                    .map(target -> target.substring(8, target.length() - 1))
                    .collect(Collectors.toSet());
        } catch (NoSuchFileException endedMeanwhile) {
            return Set.of();
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException closedMeanwhile) {
            return "";
        }
    }
}

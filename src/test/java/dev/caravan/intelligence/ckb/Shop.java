package dev.caravan.intelligence.ckb;

import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.test.context.DynamicPropertyRegistry;

/** A small repository as {@link FakeCkb} knows it: main → pay → save → write → open, pay → send, and another save. */
final class Shop {

    private static final String SYMBOLS = """
            {"symbols": [
              {"id": "ckb:shop:sym:invoices-save", "name": "save", "container": "Invoices", "path": "src/Invoices.java", "line": 8, \
            "calls": [{"to": "ckb:shop:sym:write", "line": 9}]},
              {"id": "ckb:shop:sym:payLater", "name": "payLater", "container": "Orders", "path": "src/Orders.java", "line": 3},
              {"id": "ckb:shop:sym:main", "name": "main", "container": "Menu", "path": "src/Menu.java", "line": 4, "calls": [{"to": \
            "ckb:shop:sym:pay", "line": 6}]},
              {"id": "ckb:shop:sym:pay", "name": "pay", "container": "Orders", "path": "src/Orders.java", "line": 12,
               "calls": [{"to": "ckb:shop:sym:save", "line": 14}, {"to": "ckb:shop:sym:send", "line": 15}]},
              {"id": "ckb:shop:sym:save", "name": "save", "container": "Orders", "path": "src/Orders.java", "line": 20, "calls": [{"to": \
            "ckb:shop:sym:write", "line": 21}]},
              {"id": "ckb:shop:sym:send", "name": "send", "container": "Mail", "path": "src/Mail.java", "line": 5},
              {"id": "ckb:shop:sym:write", "name": "write", "container": "Db", "path": "src/Db.java", "line": 10, "calls": [{"to": \
            "ckb:shop:sym:open", "line": 11}]},
              {"id": "ckb:shop:sym:open", "name": "open", "container": "Db", "path": "src/Db.java", "line": 30}],
             "references": [
              {"symbol": "ckb:shop:sym:pay", "path": "src/Help.java", "line": 2},
              {"symbol": "ckb:shop:sym:pay", "path": "src/Orders.java", "line": 12, "kind": "definition"},
              {"symbol": "ckb:shop:sym:pay", "path": "test/OrdersTest.java", "line": 7, "test": true}]}
            """;

    private final Path directory;

    private Shop(Path directory) {
        this.directory = directory;
    }

    static Shop make() {
        try {
            Path directory = TemporaryFolder.make("caravan-ckb");
            Files.writeString(directory.resolve("symbols.json"), SYMBOLS);
            return new Shop(directory);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For the behaviour and the log. */
    Path directory() {
        return directory;
    }

    /** Makes it the gateway's server {@code ckb}. */
    void register(DynamicPropertyRegistry registry) {
        settings().forEach((name, value) -> registry.add(name, () -> value));
    }

    static void register(DynamicPropertyRegistry registry, List<String> command) {
        settings(command).forEach((name, value) -> registry.add(name, () -> value));
    }

    /** Whole names and their values, with which it is the server {@code ckb} of a gateway. */
    Map<String, String> settings() {
        return settings(FakeCkb.command(directory.resolve("symbols.json"), directory));
    }

    private static Map<String, String> settings(List<String> command) {
        return Map.of(ServerFiles.SETTING, ServerFiles.folder(Map.of("ckb",
                ServerFiles.command(command) + "reconnect: on-call\ntimeout: ${CKB_TIMEOUT:10s}\n")).toString());
    }
}

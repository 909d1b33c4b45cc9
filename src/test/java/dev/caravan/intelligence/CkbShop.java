package dev.caravan.intelligence;

import dev.caravan.TemporaryFolder;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.IntStream;

/** A {@link SmallShop} that an index and a CKB know, and the settings of a gateway for it. */
final class CkbShop {

    private final String name = "ckbshop" + UUID.randomUUID();
    private final Path root = SmallShop.workspace();
    private final Path ckb = TemporaryFolder.make("caravan-ckb");

    /** Of its workspace, which is the default one. */
    String name() {
        return name;
    }

    /** For {@link FakeCkb}. */
    Path ckb() {
        return ckb;
    }

    /** Whole names and their values; each call checks CKB's health, so that each test's behaviour shows at once. */
    Map<String, String> settings() {
        Map<String, String> settings = new TreeMap<>(
                Map.of("caravan.upstream.servers.ckb.reconnect", "on-call", "caravan.ckb-integration.enabled", "true",
                "caravan.ckb-integration.health-interval", "1ms",
                "caravan.intelligence.workspaces." + name + ".root", root.toString(), "caravan.intelligence.default-workspace", name));
        List<String> command = FakeCkb.command(SmallShop.symbols(ckb), ckb);
        settings.put("caravan.upstream.servers.ckb.command", command.get(0));
        IntStream.range(1, command.size()).forEach(i -> settings.put("caravan.upstream.servers.ckb.args[" + (i - 1) + "]", command.get(i)));
        return settings;
    }
}

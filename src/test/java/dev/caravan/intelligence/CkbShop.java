package dev.caravan.intelligence;

import dev.caravan.ServerFiles;
import dev.caravan.TemporaryFolder;
import dev.caravan.intelligence.ckb.FakeCkb;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

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
                Map.of("caravan.ckb-integration.enabled", "true", "caravan.ckb-integration.health-interval", "1ms",
                "caravan.intelligence.workspaces." + name + ".root", root.toString(), "caravan.intelligence.default-workspace", name));
        settings.put(ServerFiles.SETTING, ServerFiles.folder(Map.of("ckb",
                ServerFiles.command(FakeCkb.command(SmallShop.symbols(ckb), ckb)) + "reconnect: on-call\n")).toString());
        return settings;
    }
}

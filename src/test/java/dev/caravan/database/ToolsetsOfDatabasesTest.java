package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.McpClient;
import dev.caravan.OwnGateway;
import dev.caravan.TemporaryFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A toolset or a key selects the tools of one database, by its name or by its tags. */
@Tag("nightly")
class ToolsetsOfDatabasesTest {

    private static List<String> tools(OwnGateway gateway, String path, String key) {
        List<String> names = new ArrayList<>();
        McpClient.at(gateway.port(), path).post(McpClient.request("tools/list", null).toString(), "X-API-Key", key).json()
                .at("/result/tools").forEach(tool -> names.add(tool.get("name").textValue()));
        return names;
    }

    @Test
    void toolsOfADatabaseAreSelectedByItsNameAndTags() throws Exception {
        Path folder = TemporaryFolder.make("databases");
        Files.createDirectories(folder.resolve("toolsets"));
        Files.writeString(folder.resolve("toolsets/shop.yaml"), "databases: [shop]\ntools: [\"!db_delete_*\"]\n");
        Files.writeString(folder.resolve("toolsets/sales.yaml"), "tags: [sales]\n");
        OwnGateway.Builder builder = OwnGateway.withAllRoutes().set("toolsets.directory", folder.resolve("toolsets"))
                .apiKey("all", "k-all", "tools:read,tools:call").apiKey("tag", "k-tag", "tools:read,tools:call")
                .set("security.keys[1].tags", "database:shop");
        for (String name : List.of("shop", "old_shop", "other")) {
            builder.set("databases." + name + ".type", "sqlite").set("databases." + name + ".url", "jdbc:sqlite:" + folder.resolve(name))
                    .set("databases." + name + ".read-only", !name.equals("shop"));
        }
        try (OwnGateway gateway = builder.set("databases.old_shop.tags", "sales,old").set("databases.shop.tags", "sales").start()) {
            List<String> shop = List.of("db_advanced_shop", "db_delete_shop", "db_describe_shop", "db_insert_shop", "db_query_shop",
                    "db_update_shop");
            assertThat(tools(gateway, "/mcp", "k-tag")).isEqualTo(shop);
            assertThat(tools(gateway, "/mcp/set/shop", "k-all")).isEqualTo(shop.stream().filter(name -> !name.contains("delete")).toList());
            assertThat(tools(gateway, "/mcp/set/sales", "k-all")).containsAll(shop)
                    .contains("db_query_old_shop", "db_describe_old_shop").noneMatch(name -> name.endsWith("other"));
        }
    }
}

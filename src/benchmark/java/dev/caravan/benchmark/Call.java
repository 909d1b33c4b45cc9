package dev.caravan.benchmark;

import dev.caravan.McpClient;
import java.util.List;

/**
 * A request that a load client sends again and again.
 *
 * @param body     JSON, one line
 * @param expected texts that each right answer has
 */
record Call(String body, List<String> expected) {

    static Call tool(String name, String arguments, String... expected) {
        return new Call(
                McpClient.request("tools/call", McpClient.object("{\"name\":\"" + name + "\",\"arguments\":" + arguments + "}")).toString(),
                List.of(expected));
    }
}

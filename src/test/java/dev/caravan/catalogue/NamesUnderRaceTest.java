package dev.caravan.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import dev.caravan.RestClient;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Within an instance names are unique, whoever binds and renames at the same time. */
@Tag("nightly")
class NamesUnderRaceTest extends CatalogueTest {

    private static final int THREADS = Race.THREADS;
    private static final int ROUNDS = 5;

    @Test
    void oneOfSixteenBindsOfANameWins() throws Exception {
        long table = table("{}");
        for (int round = 0; round < ROUNDS; round++) {
            long[] tools = new long[THREADS];
            for (int i = 0; i < THREADS; i++) {
                tools[i] = tool(table, "get_all_data", "same", "");
            }
            Made instance = instance();
            check(instance, Race.of(i -> rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tools[i]))));
            assertThat(names(instance)).containsExactly("same");
        }
    }

    @Test
    void oneOfSixteenRenamesToANameWins() throws Exception {
        long table = table("{}");
        for (int round = 0; round < ROUNDS; round++) {
            long[] tools = new long[THREADS];
            for (int i = 0; i < THREADS; i++) {
                tools[i] = tool(table, "get_all_data", "tool" + i, "");
            }
            Made instance = instance(tools);
            check(instance, Race.of(i -> rest.put("/api/v1/tools/" + tools[i], "{\"name\":\"same\"}")));
            assertThat(names(instance)).hasSize(THREADS).contains("same").doesNotHaveDuplicates();
        }
    }

    @Test
    void oneOfEightBindsAndEightRenamesToANameWins() throws Exception {
        long table = table("{}");
        for (int round = 0; round < ROUNDS; round++) {
            long[] tools = new long[THREADS];
            for (int i = 0; i < THREADS; i++) {
                tools[i] = tool(table, "get_all_data", i % 2 == 0 ? "same" : "tool" + i, "");
            }
            Made instance = instance(
                    java.util.stream.IntStream.range(0, THREADS).filter(i -> i % 2 == 1).mapToLong(i -> tools[i]).toArray());
            check(instance, Race.of(i -> i % 2 == 0 ? rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tools[i]))
                    : rest.put("/api/v1/tools/" + tools[i], "{\"name\":\"same\"}")));
            assertThat(names(instance)).contains("same").doesNotHaveDuplicates();
        }
    }

    /** What is bound is renamed at the same time: the instance has it under its new name, or the binding is refused. */
    @Test
    void bindDuringARenameGetsTheNewName() throws Exception {
        long table = table("{}");
        for (int round = 0; round < ROUNDS; round++) {
            long tool = tool(table, "get_all_data", "before", "");
            Made instance = instance();
            List<RestClient.Answer> answers = Race.of(
                    i -> i % 2 == 0 ? rest.post("/api/v1/mcp/" + instance.key() + "/bindings", bindings(tool))
                    : rest.put("/api/v1/tools/" + tool, "{\"name\":\"after\"}"));
            assertThat(answers).allSatisfy(answer -> assertThat(answer.status()).as(answer.message()).isEqualTo(200));
            assertThat(names(instance)).containsExactly("after");
        }
    }

    private static void check(Made instance, List<RestClient.Answer> answers) {
        assertThat(answers.stream().filter(answer -> answer.status() == 200)).as("exactly one").hasSize(1);
        assertThat(answers.stream().filter(answer -> answer.status() != 200)).allSatisfy(answer -> {
            assertThat(answer.error()).isEqualTo("409/1009");
            assertThat(answer.message()).contains("same", "mcp_id=" + instance.id());
        });
    }
}

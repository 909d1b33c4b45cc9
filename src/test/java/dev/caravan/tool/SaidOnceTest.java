package dev.caravan.tool;

import static dev.caravan.McpClient.object;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A list of tools says a long sentence once, and names the tool that has it. */
class SaidOnceTest {

    private static final String LONG = "All conditions must hold, and a condition is an object with a column and a value.";

    private static ObjectNode tool(String name, String title, String description) {
        return object("{}").put("name", name).put("title", title).put("description", description);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "db_query_pg|Query PostgreSQL|Read rows of the PostgreSQL database pg.|db_query_my|Query MySQL|Read rows of the MySQL database my.|Like db_query_pg, but for MySQL (my).",
        "db_query_mysql|Query MySQL|Read rows of the MySQL database mysql.|db_query_my_shop|Query MySQL|Read rows of the MySQL database my_shop.|Like db_query_mysql, but for my_shop.",
        "a_shop|Read|Read rows.|b_shop|Read|Read rows. Slowly.|Like a_shop, but for b. Slowly.",
        "t_x|Open X|Open X.|t_y|Open Y|Close everything.|Like t_x, but for Y. Close everything."})
    void aToolWithTheSameArgumentsSaysWhatDiffers(String firstName, String firstTitle, String firstSays, String name, String title, String says, String expected) {
        assertThat(SaidOnce.like(tool(name, title, says), tool(firstName, firstTitle, firstSays))).isEqualTo(expected);
    }

    @Test
    void aLongSentenceOfAnArgumentIsThereOnce() {
        SaidOnce said = new SaidOnce();
        ObjectNode first = object("{\"properties\":{\"filters\":{\"description\":\"Selects rows. " + LONG + " Short.\"}}}");
        ObjectNode partly = object("{\"properties\":{\"in\":{\"items\":{\"properties\":{\"filters\":{\"description\":\"Needed. " + LONG + " Short.\"}}}}}}");
        ObjectNode wholly = object("{\"properties\":{\"having\":{\"description\":\"" + LONG + "\"},\"other\":{\"description\":\"Short.\"}}}");
        said.shorten("db_query", first);
        said.shorten("db_delete", partly);
        said.shorten("db_aggregate", wholly);

        assertThat(first.at("/properties/filters/description").asText()).isEqualTo("Selects rows. " + LONG + " Short.");
        assertThat(partly.at("/properties/in/items/properties/filters/description").asText()).isEqualTo("Needed. Otherwise as filters of db_query");
        assertThat(wholly.at("/properties/having/description").asText()).isEqualTo("As filters of db_query");
        assertThat(wholly.at("/properties/other/description").asText()).as("short").isEqualTo("Short.");
    }

    @Test
    void aLongSentenceOfAToolIsThereOnce() {
        SaidOnce said = new SaidOnce();

        assertThat(said.described("one", "Reads. " + LONG)).isEqualTo("Reads. " + LONG);
        assertThat(said.described("two", "Writes. " + LONG)).isEqualTo("Writes. See one.");
        assertThat(said.described("three", LONG)).isEqualTo("Like one.");
    }
}

package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.caravan.McpClient;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which columns an insert with {@code on} changes, and which arguments it refuses; the same for every database. */
class UpsertSpecTest {

    private static UpsertSpec spec(String arguments) throws Exception {
        Map<String, Object> map = McpClient.JSON.convertValue(McpClient.object(arguments.replace('\'', '"')),
                new TypeReference<Map<String, Object>>() {});
        return UpsertSpec.of(map, List.of("id"), name -> name.toLowerCase(Locale.ROOT));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'data':{'id':1,'email':'a','name':'x','n':1}|name, n",
        "'data':{'id':1,'EMAIL':'a','Name':'x'},'update':['NAME']|name",
        "'data':{'id':1,'email':'a','name':'x'},'update':['id']|id",
        "'data':{'id':1,'email':'a','name':'x'},'update':'nothing'|``",
        "'data':[{'email':'a'},{'email':'b','name':'x'}],'update':['name']|``"})
    void columnsThatChange(String arguments, String columns) throws Exception {
        UpsertSpec spec = spec("{'on':['email']," + arguments + "}");

        assertThat(String.join(", ", spec.changed(spec.rows().get(0)))).isEqualTo(columns);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', value = {
        "'data':[{'a':1,'b':'x'},{'b':'y'}]|Row 2 needs a number, text, true or false in a",
        "'data':{'a':null,'b':1}|Row 1 needs",
        "'data':{'a':[1],'b':1}|Row 1 needs",
        "'data':{'a':{},'b':1}|Row 1 needs",
        "'data':[{'a':1,'b':1},{'a':2},{'a':1.0,'b':2}]|Rows 1 and 3 have the same values in a",
        "'data':{'a':1,'b':1},'update':'all'|update must be \"nothing\" or columns of data that are not in on; all is not",
        "'data':{'a':1,'b':1},'update':['a']|a is not",
        "'data':{'a':1,'b':1},'update':['c']|c is not"})
    void mistakes(String arguments, String message) {
        assertThatThrownBy(() -> spec("{'on':['a']," + arguments + "}")).isInstanceOf(DatabaseFailure.class).hasMessageContaining(message);
    }

    @Test
    void onIsAUniqueKeyInAnyOrder() throws Exception {
        UpsertSpec spec = spec("{'on':['a','b'],'data':{'a':1,'b':2,'c':3}}");

        spec.checkUnique("t", List.of(List.of("id"), List.of("b", "a")));
        assertThatThrownBy(() -> spec.checkUnique("t", List.of(List.of("id"), List.of("a"), List.of("a", "b", "c"))))
                .hasMessage("t has no unique key with just the columns a, b; on must be one of: [id], [a], [a, b, c]");
        assertThatThrownBy(() -> spec.checkUnique("t", List.of()))
                .hasMessage("t has no unique key, so on can't be used; insert without on");
    }

    @Test
    void rowsAreSortedByTheirKeyAndAnsweredInTheirOwnOrder() throws Exception {
        UpsertSpec spec = spec("{'on':['b','a'],'data':[{'a':2,'b':1},{'a':2,'b':0},{'a':1,'b':9},{'a':'1x','b':1}]}");

        assertThat(spec.on()).containsExactly("a", "b");
        assertThat(spec.rows()).extracting(row -> row.get("a") + " " + row.get("b")).containsExactly("1 9", "1x 1", "2 0", "2 1");
        assertThat(spec.answer(Map.of(0, "third", 3, "first"), 1))
                .isEqualTo(Map.of("inserted_count", 2, "updated_count", 1, "skipped_count", 1, "inserted_ids", List.of("first", "third")));
    }
}

package dev.caravan.guide;

import dev.caravan.envelope.ErrorCode;
import dev.caravan.mcp.McpException;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * The reference has every code that an error can have, in each of the forms that errors have. What a code means is said on the page alone.
 */
class ErrorCodesReferenceTest {

    private static final GuidePage PAGE = GuidePage.of("reference/error-codes.md");

    @Test
    void referenceHasEveryCodeOfTools() throws Exception {
        Map<String, String> rows = new LinkedHashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            rows.put("`" + code + "`", "`" + code.databaseType() + "`");
        }
        check("tools", "| code | type in `db_*` | meaning | what to do |\n|---|---|---|---|\n", rows);
    }

    @Test
    void referenceHasEveryCodeOfDatabases() throws Exception {
        Map<String, String> rows = new LinkedHashMap<>();
        Arrays.stream(Class.forName("dev.caravan.database.DatabaseFailure$Type").getEnumConstants())
                .map(type -> "`" + type.toString().toLowerCase(Locale.ROOT) + "_error`")
                .forEach(type -> rows.put(type, null));
        check("databases", "| type | meaning | what to do |\n|---|---|---|\n", rows);
    }

    @Test
    void referenceHasEveryCodeOfTheProtocol() throws Exception {
        Map<String, String> rows = new LinkedHashMap<>();
        for (Field field : McpException.class.getFields()) {
            if (field.getType() == int.class) {
                rows.put("`" + field.getInt(null) + "`", "`" + field.getName() + "`");
            }
        }
        check("protocol", "| code | name | meaning | what to do |\n|---|---|---|---|\n", rows);
    }

    @Test
    void referenceHasEveryCodeOfRest() throws Exception {
        check("rest", "| error | code, HTTP status | meaning | what to do |\n|---|---|---|---|\n",
                constants("dev.caravan.rest.RestError", "code", "status"));
    }

    @Test
    void referenceHasEveryCodeOfRecall() throws Exception {
        Map<String, String> rows = new LinkedHashMap<>();
        constants("dev.caravan.recall.RecallException$Kind", "name", "status").values()
                .forEach(cell -> rows.put(cell.substring(0, cell.indexOf(',')), cell.substring(cell.indexOf(',') + 2)));
        check("recall", "| code | HTTP status | meaning | what to do |\n|---|---|---|---|\n", rows);
    }

    /** {constant: values of the fields, with commas between them} */
    private static Map<String, String> constants(String type, String... fields) throws ReflectiveOperationException {
        Map<String, String> constants = new LinkedHashMap<>();
        for (Object constant : Class.forName(type).getEnumConstants()) {
            StringBuilder values = new StringBuilder();
            for (String name : fields) {
                Field field = constant.getClass().getDeclaredField(name);
                field.setAccessible(true);
                values.append(values.isEmpty() ? "" : ", ").append('`').append(field.get(constant)).append('`');
            }
            constants.put("`" + constant + "`", values.toString());
        }
        return constants;
    }

    /** @param rows {first cell: second cell, or null for none}; meaning and advice follow, as the page says them */
    private static void check(String part, String head, Map<String, String> rows) throws Exception {
        StringBuilder table = new StringBuilder(head);
        TableRows told = TableRows.of(PAGE.part(part));
        rows.forEach((first, second) -> {
            int cells = second == null ? 1 : 2;
            String key = second == null ? first : first + " " + second;
            table.append("| ").append(first).append(second == null ? "" : " | " + second).append(" | ")
                    .append(told.meanings(cells).getOrDefault(key, "?"))
                    .append(" | ").append(told.cell(cells, key, cells + 1)).append(" |\n");
        });
        PAGE.assertPart(part, table.toString());
    }
}

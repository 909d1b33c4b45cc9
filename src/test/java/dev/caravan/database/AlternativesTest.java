package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * {@code __or} and {@code __not} mean the same on every database, with every operator inside: a negation matches just what the filters do
 * not. A quarter is asked of each database; {@link AllOperatorsTest} asks all.
 */
class AlternativesTest extends OperatorCasesTest {

    @TestFactory
    Stream<DynamicTest> everyOperatorWorksInAlternativesAndNegations() {
        return tests(OperatorMatrix.alternatives(), 4);
    }

    @Test
    void mistakesAreNamed() {
        for (String database : STORES.keySet()) {
            for (String filters : new String[] {"{\"__or\":[]}", "{\"__or\":{\"n\":1}}", "{\"__or\":\"n\"}"}) {
                assertThat(failed("query_error", "query", database, "{\"table\":\"operators\",\"filters\":" + filters + "}"))
                        .startsWith("__or must be a list of filters");
            }
            for (String filters : new String[]{"{\"__not\":{}}", "{\"__or\":[{}]}", "{\"__not\":[{\"n\":1}]}",
                "{\"n\":1,\"__not\":null}"}) {
                assertThat(failed("query_error", "delete", database, "{\"table\":\"operators\",\"filters\":" + filters + "}"))
                        .contains("must be filters with at least one condition");
            }
            assertThat(failed("query_error", "query", database, "{\"table\":\"operators\",\"filters\":{\"__not\":{\"n__above\":1}}}"))
                    .contains("n__above: no column and no operator");
            String deep = "{\"__not\":".repeat(12) + "{\"n\":1}" + "}".repeat(12);
            assertThat(failed("query_error", "query", database, "{\"table\":\"operators\",\"filters\":" + deep + "}"))
                    .isEqualTo("filters is nested deeper than 10 levels");
        }
    }

    @Test
    void updatesAndDeletesAcceptAlternatives() {
        for (String database : STORES.keySet()) {
            String changed = "{\"table\":\"operators\",\"filters\":{\"__or\":[{\"s\":\"apple\"},{\"s\":\"nobody\"}],"
                    + "\"__not\":{\"n__gt\":5}}";

            assertThat(done("update", database, changed + ",\"data\":{\"n\":1}}").get("updated_count").intValue()).as(database)
                    .isEqualTo(1);
        }
    }
}

package dev.caravan.database.mongo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Pipelines have the operators that Caravan knows to read only; all others are refused before the database sees them. */
class MongoOperatorsTest extends MongoTest {

    static Stream<String> others() {
        return Stream.of("[{\"$project\":{\"x\":{\"$_internalFindAllValuesAtPath\":\"name\"}}}]",
                "[{\"$match\":{\"$_internalSchemaObjectMatch\":{\"namePlaceholder\":\"i\"}}}]",
                "[{\"$match\":{\"$expr\":{\"$_internalFleEq\":{}}}}]", "[{\"$match\":{\"name\":{\"$_internalExprEq\":1}}}]",
                "[{\"$match\":{\"$alwaysTrue\":1}}]",
                "[{\"$facet\":{\"a\":[{\"$project\":{\"x\":{\"$_testApiVersion\":{}}}}]}}]",
                "[{\"$project\":{\"x\":{\"$toHashedIndexKey\":\"$name\"}}}]",
                "[{\"$group\":{\"_id\":1,\"x\":{\"$_internalJsReduce\":{}}}}]", "[{\"$project\":{\"x\":{\"$madeUp\":1}}}]");
    }

    @ParameterizedTest
    @MethodSource("others")
    void unknownOperatorIsRefused(String pipeline) {
        String operator = pipeline.replaceAll("^.*(\\$(_|alwaysTrue|toHashed|madeUp)\\w*).*$", "$1");

        assertThat(failed("query_error", "advanced", "mongodb",
                "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":" + pipeline + "}"))
                .isEqualTo("The operator " + operator + " is not allowed");
    }

    @Test
    void commonOperatorsWork() {
        insert(rows(3));
        for (String stage : new String[]{
            "{\"$match\":{\"$and\":[{\"n\":{\"$gte\":0,\"$exists\":true}},{\"$expr\":{\"$lt\":[\"$n\",{\"$add\":[1,1000]}]}}]}}",
            "{\"$group\":{\"_id\":{\"$cond\":[{\"$gt\":[\"$n\",1]},\"a\",\"b\"]},\"sum\":{\"$sum\":\"$n\"},\"all\":{\"$push\":\"$$ROOT\"}}"
                    + "}",
            "{\"$project\":{\"day\":{\"$dateToString\":{\"date\":{\"$toDate\":{\"$toLong\":{\"$multiply\":[\"$n\",1000]}}},"
                    + "\"format\":\"%Y\"}},\"t\":{\"$toUpper\":{\"$ifNull\":[\"$name\",\"\"]}}}}",
            "{\"$match\":{\"name\":{\"$regex\":\"a\",\"$options\":\"i\"}}}"}) {
            done("advanced", "mongodb", "{\"table\":\"people\",\"operation\":\"aggregate\",\"pipeline\":[" + stage + "]}");
        }
    }
}

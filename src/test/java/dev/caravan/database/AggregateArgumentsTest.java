package dev.caravan.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;

/** An aggregate takes the arguments of its database and operation, existing columns and allowed tables; others are refused. */
class AggregateArgumentsTest extends AggregatedRows {

    @Test
    void onlyExistingColumnsOfAllowedTablesAreAccepted() {
        for (String database : new String[] {"postgresql", "mysql", "sqlite"}) {
            assertThat(failed("query_error", "aggregate", database, arguments("'group_by':['citi']")))
                    .contains("has no column citi; there are: city");
            assertThat(failed("query_error", "aggregate", database, arguments("'metrics':{'x':{'sum':'amont'}}"))).contains("amount");
        }
        failed("permission_error", "aggregate", "some", "{\"table\":\"people\"}");
        failed("query_error", "aggregate", "postgresql", "{\"table\":\"pg_user\"}");
        done("aggregate", "reports", arguments("'group_by':['city']"));
    }

    @Test
    void aDatabaseThatCanNotAggregateSaysWhichOperationsItHas() {
        for (String database : STORES.keySet()) {
            if (database.equals("redis") || database.equals("supabase")) {
                assertThat(failed("query_error", "aggregate", database, arguments("'group_by':['city']"))).as(database)
                        .contains("operation must be one of").contains(database.equals("redis") ? "transaction" : "rpc");
            }
        }
    }

    @Test
    void argumentsOfOneOperationAreRefusedBesideAnother() {
        for (String database : List.of("postgresql", "mysql", "sqlite")) {
            assertThat(failed("query_error", "aggregate", database, arguments("'queries':[{'query':'SELECT 1'}]")))
                    .contains("queries can't stand beside operation: aggregate");
            assertThat(failed("query_error", "advanced", database,
                    json("{'operation':'transaction','queries':[{'query':'SELECT 1'}],'group_by':['city']}")))
                    .contains("group_by can't stand beside operation: transaction");
            assertThat(failed("query_error", "aggregate", database, "{}")).contains("table is missing");
        }
        assertThat(failed("query_error", "aggregate", "mongodb", arguments("'pipeline':[{'$count':'n'}],'filters':{'id':1}")))
                .contains("filters is not an argument of this tool");
        assertThat(failed("query_error", "aggregate", "mongodb", arguments("'operations':[{'type':'delete','filters':{'id':1}}]")))
                .contains("operations can't stand beside");
        assertThat(failed("query_error", "aggregate", "opensearch",
                arguments("'aggs':{'m':{'max':{'field':'n'}}},'metrics':{'x':{'sum':'n'}}")))
                .contains("metrics is not an argument of this tool");
    }

    @Test
    void argumentsMayStandInParams() {
        for (String database : aggregating()) {
            JsonNode answer = done("aggregate", database,
                    json("{'table':'aggregated','params':{'metrics':{'s':{'sum':'n'}},'filters':{'id__lt':3}}}"));
            assertThat(answer.at("/data/0/s").intValue()).as(database).isEqualTo(4);
            assertThat(failed("query_error", "aggregate", database, json("{'table':'aggregated','params':{'metric':{}}}")))
                    .contains("metric is not an argument of this tool");
            assertThat(failed("query_error", "aggregate", database, json("{'table':'aggregated','limit':1,'params':{'limit':2}}")))
                    .contains("limit stands in params and beside it");
        }
    }
}

package dev.caravan.database;

import org.junit.jupiter.api.BeforeAll;

/** A table {@code aggregated} with the same rows on every database, and calls about it. */
abstract class AggregatedRows extends DatabaseTest {

    private static final String ROWS = "["
            + "{'id':1,'city':'北京','kind':'a','amount':10.5,'n':3,'paid':true,'t':'2026-01-01T00:00:00Z'},"
            + "{'id':2,'city':'北京','kind':'Z','amount':20,'n':1,'paid':false,'t':'2026-01-01T08:00:00+08:00'},"
            + "{'id':3,'city':'上海','kind':'a','amount':0.25,'n':null,'paid':true,'t':'2026-01-02T00:00:00Z'},"
            + "{'id':4,'city':'上海','kind':null,'amount':null,'n':7,'paid':null,'t':null},"
            + "{'id':5,'city':null,'kind':'b','amount':100,'n':2,'paid':true,'t':'2026-03-01T00:00:00Z'},"
            + "{'id':6,'city':null,'kind':null,'amount':-5,'n':2,'paid':false,'t':null}]";

    @BeforeAll
    void fill() {
        STORES.forEach((database, store) -> {
            store.create("aggregated",
                    TestStore.columns("id INTEGER, city TEXT, kind TEXT, amount DECIMAL, n INTEGER, paid BOOLEAN, t TIME"));
            done("insert", database, json("{'table':'aggregated','data':" + ROWS + "}"));
        });
    }

    static String arguments(String rest) {
        return json("{'table':'aggregated'" + (rest.isEmpty() ? "" : "," + rest) + "}");
    }

    static String json(String text) {
        return text.replace('\'', '"').replace("\\\"", "\\\"");
    }
}

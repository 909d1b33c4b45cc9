package dev.caravan.database;

import java.util.List;
import org.apache.camel.Exchange;
import org.jooq.Condition;
import org.jooq.DSLContext;
import org.jooq.Query;
import org.jooq.conf.ParamType;

/** SQL with a {@code ?} for each value. Names in it come from the catalogue, values are never in it. */
record SqlStatement(String text, List<Object> values) {

    static final SqlStatement NOTHING = new SqlStatement("", List.of());

    /** Exchange property for the routes: how many parameters a statement has. */
    private static final String PARAMETERS = "sqlParameters";
    private static final String VALUES = "CamelSqlParameters";

    static SqlStatement of(Query query) {
        return new SqlStatement(query.getSQL(ParamType.INDEXED), query.getBindValues());
    }

    /** {@code where …}, to be put behind a statement without values. */
    static SqlStatement where(DSLContext dsl, Condition condition) {
        return new SqlStatement(" where " + dsl.render(condition), dsl.extractBindValues(condition));
    }

    /** Lays out the values for camel-sql, and nothing else is in the headers; what comes back is the body. */
    String prepare(Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setHeader(VALUES, values);
        exchange.setProperty(PARAMETERS, values.size());
        return text;
    }
}

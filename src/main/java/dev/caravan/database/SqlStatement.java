package dev.caravan.database;

import java.util.List;
import org.jooq.Query;
import org.jooq.conf.ParamType;

/** SQL with a {@code ?} for each value. Names in it come from the catalogue, values are never in it. */
record SqlStatement(String text, List<Object> values) {

    static SqlStatement of(Query query) {
        return new SqlStatement(query.getSQL(ParamType.INDEXED), query.getBindValues());
    }
}

package dev.caravan.database.sql;

import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.PageCall;
import dev.caravan.database.UpsertSpec;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Variable;
import org.springframework.stereotype.Component;

/** The steps of an insert with {@code on} in the SQL flows. */
@Component("sqlUpserts")
public class SqlUpserts {

    /**
     * Reads the arguments, and checks that a unique key has just the columns of {@code on}. Without one, two callers at the same time could insert the
     * same row.
     */
    public SqlUpsert upsert(@Body Map<String, Object> arguments, @Variable(PageCall.VARIABLE) SqlCall call) throws Exception {
        UpsertSpec spec = UpsertSpec.of(arguments, call.table().key(), name -> call.column(name).name());
        spec.checkUnique(call.table().name(), SqlUniqueKeys.of(call.database(), call.table()));
        SqlUpsert upsert = SqlUpsert.of(call, spec);
        call.upsert(upsert);
        return upsert;
    }

    /** Makes the statements of an attempt. All are made before the first one runs, so that a bad value is reported without a transaction. */
    public List<SqlStatement> statements(@Variable(SqlUpsert.VARIABLE) SqlUpsert upsert) throws DatabaseFailure, SQLException {
        return upsert.begin();
    }

    public void committed(@Variable(SqlUpsert.VARIABLE) SqlUpsert upsert) {
        upsert.committed();
    }

    /** Returns whether the transaction must not run again. */
    public boolean isFailed(@ExchangeProperty(Exchange.EXCEPTION_CAUGHT) Exception thrown, @Variable(SqlUpsert.VARIABLE) SqlUpsert upsert) {
        return !upsert.mayRunAgain(thrown);
    }

    /** Shapes the result as {@code {inserted_count, updated_count, skipped_count, inserted_ids}}. */
    public Map<String, Object> answer(@Variable(SqlUpsert.VARIABLE) SqlUpsert upsert) {
        return upsert.answer();
    }
}

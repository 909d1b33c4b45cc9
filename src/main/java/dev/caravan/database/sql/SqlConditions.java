package dev.caravan.database.sql;

import dev.caravan.database.Column;
import dev.caravan.database.Condition;
import dev.caravan.database.DatabaseFailure;
import dev.caravan.database.Filter;
import dev.caravan.database.Filters;
import java.sql.SQLException;

/** Translates filters into a condition of SQL. */
final class SqlConditions {

    /** Finds a column by the name that the caller wrote. */
    interface Columns {

        Column column(String name) throws DatabaseFailure, SQLException;
    }

    private final SqlRules rules;
    private final Columns columns;

    SqlConditions(SqlRules rules, Columns columns) {
        this.rules = rules;
        this.columns = columns;
    }

    /** Returns the conditions, joined by AND. There must be one. */
    SqlStatement all(Filters filters) throws DatabaseFailure, SQLException {
        SqlStatement.Writer all = new SqlStatement.Writer();
        String before = "";
        for (Condition condition : filters.conditions()) {
            all.add(before).add(one(condition));
            before = " and ";
        }
        return all.statement();
    }

    private SqlStatement one(Condition condition) throws DatabaseFailure, SQLException {
        if (condition instanceof Filter filter) {
            return rules.condition(filter, columns.column(filter.column()));
        }
        if (condition instanceof Condition.AnyOf any) {
            SqlStatement.Writer choices = new SqlStatement.Writer();
            String before = "((";
            for (Filters choice : any.choices()) {
                choices.add(before).add(all(choice));
                before = ") or (";
            }
            return choices.add("))").statement();
        }
        // a comparison with null is neither true nor false
        return all(((Condition.Not) condition).filters()).between("((", ") is not true)");
    }
}

package dev.caravan.database;

import java.util.Collection;
import org.springframework.util.unit.DataSize;

/**
 * Limits how many bytes of values the gateway keeps for the groups of one aggregate: keys, minima and maxima. Numbers and booleans
 * do not count, because they are small and the number of groups has a limit of its own.
 */
public final class GroupLimit {

    private final DataSize most;
    private final ReadLimit limit;

    /** @param most {@code max-read} of the database */
    public GroupLimit(DataSize most) {
        this.most = most;
        this.limit = new ReadLimit(most.toBytes());
    }

    /** Adds values that are kept from now on. @throws DatabaseFailure query_error if all kept values are larger than the limit */
    public void keep(Collection<?> values) throws DatabaseFailure {
        for (Object value : values) {
            if (value != null && !(value instanceof Number) && !(value instanceof Boolean)) {
                limit.add(value);
            }
        }
        if (!limit.isOpen()) {
            throw DatabaseFailure.query("database.aggregate.tooLarge", most.toKilobytes());
        }
    }
}

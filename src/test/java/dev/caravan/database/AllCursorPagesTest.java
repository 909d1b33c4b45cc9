package dev.caravan.database;

import org.junit.jupiter.api.Tag;

/** Every order of {@link CursorPagesTest} is asked of every database. */
@Tag("nightly")
class AllCursorPagesTest extends CursorPagesTest {

    @Override
    protected int parts() {
        return 1;
    }
}

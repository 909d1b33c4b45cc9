package dev.caravan.database;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Finds the dialect of each family of databases. */
@Component
class Dialects {

    private final Map<String, Dialect> all;

    Dialects(List<Dialect> all) {
        this.all = all.stream().collect(Collectors.toMap(Dialect::family, Function.identity()));
    }

    public Dialect of(DatabaseKind kind) {
        return all.get(kind.family());
    }
}

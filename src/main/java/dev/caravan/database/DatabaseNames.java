package dev.caravan.database;

import dev.caravan.envelope.InvalidArgumentException;
import dev.caravan.envelope.Text;
import java.util.List;
import java.util.Locale;
import org.apache.camel.Body;
import org.apache.camel.Header;
import org.springframework.stereotype.Component;

/** The names of the configured databases. Each name is the suffix of the database's tools. */
@Component("databaseNames")
public class DatabaseNames {

    private final DatabaseProperties properties;

    DatabaseNames(DatabaseProperties properties) {
        this.properties = properties;
    }

    /** @throws InvalidArgumentException if no database has this name; the message lists the names */
    public void check(@Header("database") String name) throws InvalidArgumentException {
        if (!properties.databases().containsKey(name)) {
            throw new InvalidArgumentException(Text.of("database.unnamed", name, String.join(", ", properties.databases().keySet())));
        }
    }

    /** Returns the names that begin with the typed text. */
    public List<String> beginningWith(@Body String typed) {
        String beginning = typed.toLowerCase(Locale.ROOT);
        return properties.databases().keySet().stream().filter(name -> name.startsWith(beginning)).toList();
    }
}

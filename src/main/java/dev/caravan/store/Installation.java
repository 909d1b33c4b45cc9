package dev.caravan.store;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import org.apache.commons.codec.digest.DigestUtils;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.stereotype.Component;

/**
 * Identifies the gateways that belong together, in the names that they give in systems that other installations may use too, such as
 * Neo4j. Gateways of one store are one installation. A copy of the store in another database is another installation. Without a store,
 * the machine and the working directory identify it. {@code caravan.store.installation} replaces all this.
 */
@Component
public class Installation {

    private static final int LENGTH = 12;
    /** Identifies a database, also among copies of it: the server, the database's number in it, and the schema. */
    private static final String DATABASE = "select (select system_identifier from pg_control_system()) || '/' || oid"
            + " || '/' || current_schema() from pg_database where datname = current_database()";

    private final Store store;
    private volatile String id;

    @Autowired
    Installation(StoreProperties settings, Store store) {
        this.store = store;
        this.id = !settings.installation().isBlank() ? hashed(settings.installation())
                : store.isSet() ? null : hashed(machine() + Path.of("").toAbsolutePath());
    }

    /** The installation with that name. */
    public Installation(String name) {
        this.store = null;
        this.id = hashed(name);
    }

    /**
     * Returns the id: 12 letters and digits.
     *
     * @throws StoreException if the store identifies the installation, and it has not been reached yet
     */
    public String id() {
        String known = id;
        if (known == null) {
            known = hashed(store.run(jdbc -> jdbc.sql(DATABASE).query(String.class).single()));
            id = known;
        }
        return known;
    }

    private static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "";
        }
    }

    private static String hashed(String name) {
        return DigestUtils.sha256Hex(name).substring(0, LENGTH);
    }
}

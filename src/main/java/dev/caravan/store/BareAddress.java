package dev.caravan.store;

import com.mongodb.ConnectionString;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.util.StringUtils;

/**
 * An address of a database without the user and password that it had, so that no driver can repeat them in an exception, a log or a name.
 *
 * @param username empty or null for none
 * @param password empty or null for none
 */
public record BareAddress(String url, String username, String password) {

    private static final Pattern SQL = Pattern.compile("^(?:jdbc:)?(postgres(?:ql)?|mysql|mariadb)(?:\\+[a-z0-9]+)?://(?:([^?]*)@)?(.*)$");
    private static final Pattern OTHER = Pattern.compile("^([A-Za-z][A-Za-z0-9+.-]*://)([^/?#]*)@(.*)$");
    private static final Pattern MONGO = Pattern.compile("^(mongodb(?:\\+srv)?://)(?:([^@/?]*)@)?(.*)$");
    private static final Pattern PARAMETER = Pattern.compile("(?<=[?&])(user|username|password)=([^&]*)(?:&|$)");

    /**
     * Returns a JDBC URL for one of JDBC, or for {@code postgres://}, {@code postgresql://}, {@code mysql://}, {@code mariadb://} or
     * {@code sqlite:}. What is set beside the URL wins over what it contains. Parameters are those of the driver afterwards.
     *
     * @param setting name of the setting, for messages
     * @throws IllegalArgumentException if the driver can't read the address, without parts of it but names of parameters
     */
    public static BareAddress jdbc(String setting, String url, String username, String password) {
        if (url.matches("sqlite3?:.*")) {
            return new BareAddress("jdbc:" + url.replaceFirst("^sqlite3?:(//)?", "sqlite:"), username, password);
        }
        Matcher sql = SQL.matcher(url);
        if (!sql.matches()) {
            return new BareAddress(url, username, password);
        }
        String scheme = sql.group(1).replaceFirst("^postgres$", "postgresql");
        BareAddress bare = of(sql.group(2), "jdbc:" + scheme + "://" + sql.group(3), username, password);
        Matcher parameter = PARAMETER.matcher(bare.url);
        while (parameter.find()) {
            boolean isPassword = parameter.group(1).equals("password");
            bare = new BareAddress(bare.url, isPassword ? bare.username : first(bare.username, parameter.group(2)),
                    isPassword ? first(bare.password, parameter.group(2)) : bare.password);
        }
        return new BareAddress(JdbcParameters.translated(setting, parameter.replaceAll("").replaceFirst("[?&]$", "")), bare.username,
                bare.password);
    }

    /** Returns the address of a database that is reached otherwise than by JDBC. */
    public static BareAddress of(String url, String username, String password) {
        Matcher other = OTHER.matcher(url);
        return other.matches() ? of(other.group(2), other.group(1) + other.group(3), username, password)
                : new BareAddress(url, username, password);
    }

    private static BareAddress of(String user, String rest, String username, String password) {
        if (user == null) {
            return new BareAddress(rest, username, password);
        }
        int colon = user.indexOf(':');
        return new BareAddress(rest, first(username, colon < 0 ? user : user.substring(0, colon)),
                first(password, colon < 0 ? "" : user.substring(colon + 1)));
    }

    private static String first(String beside, String encoded) {
        if (beside != null && !beside.isEmpty()) {
            return beside;
        }
        try {
            return StringUtils.uriDecode(encoded, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException notEncoded) {
            return encoded;
        }
    }

    /**
     * Reads an address of MongoDB.
     *
     * @param setting  name of the setting, for messages
     * @param username wins over that in the address, and is then looked up in the database admin unless authSource names another; null or
     *                 empty for none
     * @param password likewise
     * @throws IllegalArgumentException without the driver's message, which repeats parts of the address
     */
    public static ConnectionString mongo(String setting, String url, String username, String password) {
        Matcher parts = MONGO.matcher(url);
        boolean beside = StringUtils.hasText(username);
        String whole = url;
        if (parts.matches() && (beside || StringUtils.hasText(password))) {
            String[] user = (parts.group(2) == null ? "" : parts.group(2)).split(":", 2);
            String name = beside ? encoded(username) : user[0];
            String secret = StringUtils.hasText(password) ? encoded(password) : user.length > 1 ? user[1] : "";
            whole = parts.group(1) + name + ":" + secret + "@" + parts.group(3)
                    + (!beside || url.matches(".*[?&]authSource=.*") ? "" : (url.contains("?") ? "&" : "?") + "authSource=admin");
        }
        try {
            return new ConnectionString(whole);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(setting + " must be mongodb://[USER:PASSWORD@]HOST[:PORT]/DATABASE, or mongodb+srv://."
                    + " In USER and PASSWORD write %40 for @, %3A for :, %2F for / and %25 for %");
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /** Leaves out the user and the password. */
    @Override
    public String toString() {
        return url;
    }
}

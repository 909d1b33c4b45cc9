package dev.caravan.embedded;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/** The prefix of a command that refuses to run as root. */
final class Unprivileged {

    private static final String NOBODY = "nobody";

    private Unprivileged() {
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /**
     * Returns no prefix for an ordinary user. For root, returns a user namespace without root in which files still belong to root. Where
     * namespaces are forbidden, as in many containers, returns a change to another user, who gets the directory.
     */
    static List<String> prefix(Path directory) throws IOException {
        if (!isRoot()) {
            return List.of();
        }
        if (LinuxUtils.isUnshareAvailable()) {
            return List.of("unshare", "-U");
        }
        UserPrincipal nobody = directory.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(NOBODY);
        Files.setOwner(directory, nobody);
        return List.of("setpriv", "--reuid=" + NOBODY, "--clear-groups");
    }
}

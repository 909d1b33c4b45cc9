package dev.caravan.embedded;

import io.zonky.test.db.postgres.util.LinuxUtils;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;

/** What stands before a command that refuses to run as root. */
final class Unprivileged {

    private static final String NOBODY = "nobody";

    private Unprivileged() {
    }

    static boolean isRoot() {
        return "root".equals(System.getProperty("user.name"));
    }

    /**
     * Nothing for an ordinary user. For root a user namespace without a root in it, where files stay root's; where those
     * are forbidden, as in many containers, another user, who is given the directory.
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

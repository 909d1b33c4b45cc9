package dev.caravan.intelligence.index;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.intelligence.*}; each is explained in {@code config/application.yaml}.
 *
 * @param workspaces       source trees, by name
 * @param defaultWorkspace of calls that name none; empty: the first
 * @param ckbWorkspace     whose repository CKB knows; empty: the default one
 * @param model            that embeds code
 * @param maxFile          larger files are skipped
 * @param refresh          a call that comes so long after the last look at the files has them looked at again; 0: never by itself
 * @param timeout          of one transaction that a call waits for
 * @param writeTimeout     of one transaction that indexes
 * @param lease            after which a gateway that died no longer keeps others from indexing
 */
@ConfigurationProperties("caravan.intelligence")
public record IntelligenceProperties(
        @DefaultValue Map<String, Source> workspaces,
        @DefaultValue("") String defaultWorkspace,
        @DefaultValue("") String ckbWorkspace,
        @DefaultValue("english") Model model,
        @DefaultValue("1MB") DataSize maxFile,
        @DefaultValue("30s") Duration refresh,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("30s") Duration writeTimeout,
        @DefaultValue("30s") Duration lease) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** Which model embeds code. */
    public enum Model {
        /** A model for English in this process, of its own. */
        ENGLISH,
        /** The gateway's, as {@code caravan.embedding} says. */
        SHARED
    }

    /**
     * A source tree.
     *
     * @param root    its folder
     * @param exclude what is left out, as in {@code .gitignore}
     */
    public record Source(Path root, @DefaultValue List<String> exclude) {

        public Source {
            if (root == null) {
                throw new IllegalArgumentException("A workspace needs a root");
            }
        }
    }

    public IntelligenceProperties {
        for (String name : workspaces.keySet()) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException("The name of a workspace is 1 to 64 of A-Z a-z 0-9 . _ -, not " + name);
            }
        }
        checkNamed("default-workspace", defaultWorkspace, workspaces);
        checkNamed("ckb-workspace", ckbWorkspace, workspaces);
    }

    private static void checkNamed(String setting, String name, Map<String, Source> workspaces) {
        if (!name.isEmpty() && !workspaces.containsKey(name)) {
            throw new IllegalArgumentException("caravan.intelligence." + setting + " is none of " + workspaces.keySet());
        }
    }
}

package dev.caravan.intelligence.index;

import dev.caravan.start.OrZero;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of {@code caravan.intelligence.*}. {@code config/application.yaml} explains each.
 *
 * @param workspaces       Source trees of the ci_* tools, by name.
 * @param defaultWorkspace Workspace of calls that name none. Empty means the first.
 * @param ckbWorkspace     Workspace whose repository CKB knows. Empty means the default workspace.
 * @param model            Embedding model for code: english, or shared for the model of embedding.
 * @param maxFile          Maximum size of a source file. Larger files are skipped.
 * @param refresh          Minimum time between two checks for changed files, which calls trigger. 0s means only action build checks.
 * @param buildAtStart     Whether the gateway, once it is ready, builds the indexes of workspaces that have none, in the background.
 * @param timeout          Timeout of each transaction of a call.
 * @param writeTimeout     Timeout of one transaction that indexes.
 * @param lease            Time after which another gateway may index a workspace when the gateway that indexes it has not renewed the
 * lease.
 */
@ConfigurationProperties("caravan.intelligence")
public record IntelligenceProperties(
        @DefaultValue Map<String, Source> workspaces,
        @DefaultValue("") String defaultWorkspace,
        @DefaultValue("") String ckbWorkspace,
        @DefaultValue("english") Model model,
        @DefaultValue("1MB") DataSize maxFile,
        @DefaultValue("30s") @OrZero Duration refresh,
        @DefaultValue("true") boolean buildAtStart,
        @DefaultValue("4s") Duration timeout,
        @DefaultValue("30s") Duration writeTimeout,
        @DefaultValue("30s") Duration lease) {

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    /** The embedding model for code. */
    public enum Model {
        /** A separate model for English, in this process. */
        ENGLISH,
        /** The gateway's model, as {@code caravan.embedding} selects it. */
        SHARED
    }

    /**
     * A source tree.
     *
     * @param root    Folder of the sources.
     * @param exclude Files that are not indexed, in the syntax of .gitignore.
     * @param scip    SCIP index of the sources, relative to the root.
     */
    public record Source(Path root, @DefaultValue List<String> exclude, @DefaultValue("index.scip") Path scip) {

        public Source {
            if (root == null) {
                throw new IllegalArgumentException("caravan.intelligence.workspaces: each needs a root");
            }
        }
    }

    public IntelligenceProperties {
        for (String name : workspaces.keySet()) {
            if (!NAME.matcher(name).matches()) {
                throw new IllegalArgumentException(
                        "caravan.intelligence.workspaces: a name must be 1 to 64 of A-Z a-z 0-9 . _ -, got " + name);
            }
        }
        checkNamed("default-workspace", defaultWorkspace, workspaces);
        checkNamed("ckb-workspace", ckbWorkspace, workspaces);
    }

    private static void checkNamed(String setting, String name, Map<String, Source> workspaces) {
        if (!name.isEmpty() && !workspaces.containsKey(name)) {
            throw new IllegalArgumentException("caravan.intelligence." + setting + " must be one of " + workspaces.keySet());
        }
    }
}

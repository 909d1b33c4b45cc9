package dev.caravan.command;

import dev.caravan.routes.FileProblemException;
import dev.caravan.routes.SettingsFile;
import dev.caravan.security.ApiKey;
import dev.caravan.security.KeysText;
import dev.caravan.source.SourceEdits.SourceFiles;
import dev.caravan.source.SourceFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.springframework.core.env.PropertyResolver;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Keys of callers. */
@Command(name = "key", description = "Make a key of a caller: caravan key new NAME.", synopsisSubcommandLabel = "new")
final class Key implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(spec.commandLine(), "caravan key: say what to do, as in caravan key new NAME");
    }

    /** Makes a key, and adds its hash to the file of keys. */
    @Command(name = "new", description = {
        "Make a key, print it, and write its hash into config/keys.yaml. A running gateway takes it up within seconds.",
        "The key itself is kept nowhere."})
    static final class New implements Runnable {

        private final Invocation invocation;

        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "NAME", description = "Name of the caller, as logs and audit events show it.")
        private String name;

        @Option(names = "--scope", paramLabel = "SCOPE", split = ",", defaultValue = "tools:read,tools:call",
                description = "Scope of the caller. May be repeated. Default: ${DEFAULT-VALUE}.")
        private List<String> scopes;

        @Option(names = "--toolset", paramLabel = "NAME", split = ",",
                description = "Toolset that the key may use. May be repeated. Default: all tools.")
        private List<String> toolsets = List.of();

        @Option(names = "--tag", paramLabel = "TAG", split = ",",
                description = "Tag of the tools, resources and prompts that the key may use. May be repeated. Default: all.")
        private List<String> tags = List.of();

        @Option(names = "--expires", paramLabel = "DATE",
                description = "Date or time from which on the key is refused, such as 2027-01-31.")
        private String expires;

        @Option(names = "--note", paramLabel = "TEXT", description = "Text for people.")
        private String note;

        New(Invocation invocation) {
            this.invocation = invocation;
        }

        @Override
        public void run() {
            PropertyResolver settings = Invocation.ProjectSettings.of(invocation);
            Path file = Path.of(settings.getProperty("caravan.security.keys-file", "config/keys.yaml"));
            requireFree(settings);
            ApiKey key = ApiKey.random();
            add(file, new KeysText.Entry(key.hash(), set(scopes), set(tags), toolsets.isEmpty() ? null : set(toolsets), end(), note));
            spec.commandLine().getOut().println(key.text());
            spec.commandLine().getErr().println("This is the key of " + name + ". It is not shown again. Its hash is in " + file);
            warn(settings);
        }

        private static Set<String> set(List<String> names) {
            return new LinkedHashSet<>(names);
        }

        private Instant end() {
            try {
                return expires == null ? null : SettingsFile.time(expires);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(),
                        "--expires must be a date such as 2027-01-31, or a time such as 2027-01-31T18:00:00Z, not " + expires);
            }
        }

        /** @throws ParameterException if the settings have a key of this name */
        private void requireFree(PropertyResolver settings) {
            for (int i = 0; settings.containsProperty("caravan.security.keys[" + i + "].name"); i++) {
                if (name.equals(settings.getProperty("caravan.security.keys[" + i + "].name"))) {
                    throw new ParameterException(spec.commandLine(), name + " has a key in caravan.security.keys already");
                }
            }
        }

        private void add(Path file, KeysText.Entry entry) {
            try {
                String before = SourceFolder.Text.ofFile(file);
                String after = KeysText.parse(file.toString(), Objects.requireNonNullElse(before, "")).with(name, entry).text();
                if (!SourceFiles.change(List.of(new SourceFolder.Edit.FileChange(file, before, after)))) {
                    throw new IllegalStateException(file + " has changed meanwhile. Try again");
                }
            } catch (FileProblemException e) {
                throw new IllegalStateException(e.getMessage());
            } catch (IOException e) {
                throw new IllegalStateException(file + " can't be written: " + e);
            }
        }

        private void warn(PropertyResolver settings) {
            Path folder = Path.of(settings.getProperty("caravan.toolsets.directory", "config/toolsets"));
            toolsets.stream().map(toolset -> folder.resolve(toolset + ".yaml")).filter(each -> !Files.exists(each))
                    .forEach(each -> spec.commandLine().getErr()
                            .println(each + " does not exist yet. Until then the key sees no tools of it"));
            String mode = settings.getProperty("caravan.security.mode", "none");
            if (!mode.replaceAll("[-_]", "").equalsIgnoreCase("apikey")) {
                spec.commandLine().getErr().println("Keys have no effect while caravan.security.mode is " + mode + ". Set it to api-key");
            }
        }
    }
}

package dev.caravan.command;

import dev.caravan.routes.RouteValidator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks files without serving. */
@Command(name = "validate", aliases = "--validate", description = {
    "Check files as the gateway would read them, without ports and databases.",
    "Prints FILE:LINE:COLUMN: REASON of each problem. Exit code 1 if there is one."})
final class Validate implements Runnable {

    private final Invocation invocation;
    private final Serve serve;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "FILE|DIR", arity = "0..*",
            description = "Routes (*.camel.yaml), files of sources, toolsets and keys, or folders of them. Default: all of the"
                    + " project, and its settings.")
    private List<Path> given = List.of();

    Validate(Invocation invocation, Serve serve) {
        this.invocation = invocation;
        this.serve = serve;
    }

    @Override
    public void run() {
        List<Path> checked = given.stream().map(invocation::file).toList();
        for (Path each : checked) {
            if (!Files.exists(each)) {
                throw new ParameterException(spec.commandLine(), each + ": there is no such file or folder");
            }
            if (Files.exists(each.resolve("config/application.yaml")) && !Invocation.isSame(each, invocation.project())) {
                throw new ParameterException(spec.commandLine(), each + " is another project: caravan --config " + each + " validate");
            }
        }
        boolean all = checked.stream().anyMatch(each -> Invocation.isSame(each, invocation.project()));
        serve.ask(() -> RouteValidator.validate(invocation.application(), invocation.forApplication(), all ? List.of() : checked,
                spec.commandLine().getOut()));
    }
}

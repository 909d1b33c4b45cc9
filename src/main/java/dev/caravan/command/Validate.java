package dev.caravan.command;

import dev.caravan.routes.RouteValidator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks files without serving. */
@Command(name = "validate", aliases = "--validate", description = "Check routes. Exit code 1 if a file can't be used.")
final class Validate implements Callable<Integer> {

    private final Invocation invocation;

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "Folder of routes. Default: routes/ of the project.")
    private Path directory;

    Validate(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() {
        Path checked = directory == null ? Path.of("routes") : invocation.file(directory);
        if (!Files.isDirectory(checked)) {
            throw new ParameterException(spec.commandLine(), checked + " is no folder");
        }
        return RouteValidator.validate(invocation.application(), checked, System.out);
    }
}

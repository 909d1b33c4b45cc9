package dev.caravan.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Completes commands and options in a shell. */
@Command(name = "completion", description = {"Print a script by which bash and zsh complete commands and options:",
    "source <(caravan completion)"})
final class Completion implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(AutoComplete.bash("caravan", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}

package dev.caravan.command;

import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Completes commands and options in a shell. */
@Command(name = "completion", description = {"Print the script that completes commands and options in bash and zsh.",
    "Put this into ~/.bashrc or ~/.zshrc: source <(caravan completion)"})
final class Completion implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        spec.commandLine().getOut().print(AutoComplete.bash("caravan", spec.root().commandLine()));
        spec.commandLine().getOut().flush();
    }
}

package dev.caravan.guide;

import dev.caravan.command.CommandRun;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The reference has every command with its words and options, as {@code --help} shows them. */
class CommandLineReferenceTest {

    @Test
    void referenceHasEveryCommand() throws Exception {
        CommandLine line = CommandRun.line();
        StringBuilder text = new StringBuilder();
        add(text, line.getCommandSpec());
        new LinkedHashSet<>(line.getSubcommands().values()).forEach(command -> add(text, command.getCommandSpec()));
        GuidePage.of("reference/command-line.md").assertPart("commands", text.append('\n').toString());
    }

    private static void add(StringBuilder text, CommandSpec command) {
        String also = Arrays.stream(command.aliases()).map(alias -> " or `" + alias + "`").collect(Collectors.joining());
        text.append("\n### ").append(command.qualifiedName()).append("\n\n`").append(command.qualifiedName()).append('`').append(also)
                .append(": ").append(GuidePage.cell(String.join(" ", command.usageMessage().description()))).append("\n");
        List<ArgSpec> own = Stream.concat(command.positionalParameters().stream(),
                command.options().stream().filter(option -> !option.inherited())).map(ArgSpec.class::cast).toList();
        if (!own.isEmpty()) {
            text.append("\n| word | meaning |\n|---|---|\n");
            own.forEach(each -> text.append("| `").append(word(each).replace("|", " or ")).append("` | ")
                    .append(GuidePage.cell(String.join(" ", each.description()))).append(" |\n"));
        }
        command.subcommands().values().stream().filter(sub -> command.parent() != null).distinct()
                .forEach(sub -> add(text, sub.getCommandSpec()));
    }

    private static String word(ArgSpec argument) {
        if (!(argument instanceof CommandLine.Model.OptionSpec option)) {
            return argument.paramLabel() + (argument.arity().max() > 1 ? " …" : "");
        }
        return String.join("`, `", option.names()) + (option.arity().max() > 0 ? " " + option.paramLabel() : "");
    }
}

/**
 * The command line: {@code caravan COMMAND}. Without a command it serves. Only serving and {@code validate} start the application; the
 * other commands answer at once. Exit codes: 0 good, 1 failed or problems found, 2 wrong use. A new command is a class with
 * {@code @Command}, which {@link dev.caravan.command.Commands} lists.
 */
package dev.caravan.command;

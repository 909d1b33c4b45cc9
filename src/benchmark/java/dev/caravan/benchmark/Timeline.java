package dev.caravan.benchmark;

import java.util.List;

/**
 * Lines over the seconds of a run, which the {@link Report} draws.
 *
 * @param lines a value for each second
 * @param marks what happened when
 */
record Timeline(String title, List<Plot.Line> lines, List<Plot.Mark> marks) {
}

package dev.caravan.benchmark;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * Lines over the seconds of a run, which the {@link Report} draws.
 *
 * @param lines a value for each second
 * @param marks what happened when
 */
record Timeline(String title, List<Plot.Line> lines, List<Plot.Mark> marks) {

    void keep() throws IOException {
        String file = System.getProperty(Table.FILE);
        if (file != null) {
            Files.writeString(Path.of(file), new ObjectMapper().writeValueAsString(this) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}

package dev.caravan.intelligence;

import dev.caravan.intelligence.index.CodeIndex;
import dev.caravan.intelligence.index.Workspace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;

/** Reads the texts of candidates from the index, or else from their files. */
@Component
record Contents(CodeIndex index, WorkspaceLines lines) {

    /** Returns the texts in the candidates' order, without candidates that are deleted meanwhile. */
    Map<Candidate, String> of(Workspace workspace, List<Candidate> candidates) {
        var texts = index.texts(workspace, candidates.stream().map(Candidate::chunk).toList());
        Map<Candidate, String> contents = new LinkedHashMap<>();
        for (Candidate candidate : candidates) {
            String text = texts.containsKey(candidate.chunk()) ? texts.get(candidate.chunk())
                    : lines.text(workspace, candidate.chunk()).orElse(null);
            if (text != null) {
                contents.put(candidate, text);
            }
        }
        return contents;
    }
}

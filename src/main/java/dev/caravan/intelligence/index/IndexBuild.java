package dev.caravan.intelligence.index;

import dev.caravan.intelligence.code.Language;
import dev.caravan.intelligence.code.SourceParser;
import dev.caravan.intelligence.files.CodeChunk;
import dev.caravan.intelligence.files.CodeChunker;
import dev.caravan.intelligence.files.FoundFile;
import dev.caravan.intelligence.files.TextFiles;
import dev.caravan.intelligence.files.WorkspaceFiles;
import dev.caravan.retrieval.ChunkWriter;
import dev.caravan.retrieval.Lease;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Updates the index of a workspace to its files, once. It reads only files whose size or time has changed, parses only those whose bytes
 * have changed, and embeds only new chunks of these. It works in batches, each a transaction, so that an interrupted build can continue.
 * Memory holds one batch, and a record of each file.
 */
final class IndexBuild {

    private static final Logger LOG = LoggerFactory.getLogger(IndexBuild.class);
    private static final int BATCH_CHUNKS = 64;
    private static final int BATCH_FILES = 250;
    private static final int REMOVED_AT_ONCE = 500;
    private static final long TOLD_EVERY_NANOS = 10_000_000_000L;
    private static final String UNPARSABLE = "unparsable";

    private final Parts parts;
    private final Workspace workspace;
    private final Lease lease;
    private final List<FileRecords.IndexedFile> changed = new ArrayList<>();
    private final List<FileRecords.IndexedFile> touched = new ArrayList<>();
    private int chunks;
    private long done;
    private long written;
    private long total;
    private long told = System.nanoTime();

    IndexBuild(Parts parts, Workspace workspace, Lease lease) {
        this.parts = parts;
        this.workspace = workspace;
        this.lease = lease;
    }

    /**
     * What all builds of a gateway share.
     *
     * @param make model and rules that make chunks
     */
    record Parts(CodeStore store, FileRecords records, IndexStates states, SourceParser parser, ChunkWriter writer, TextFiles texts,
            String make) {
    }

    /** @throws InterruptedException before the next batch; what is written stays */
    void run() throws IOException, InterruptedException {
        parts.states().begun(lease, workspace);
        WorkspaceFiles files = WorkspaceFiles.in(workspace.root(), workspace.exclude());
        total = files.found().size();
        parts.states().counted(lease, workspace, total);
        Map<String, FileRecords.KnownFile> known = parts.store().read(transaction -> parts.records().known(transaction, workspace));
        for (FoundFile found : files.found()) {
            take(found, known.remove(found.path()));
            done++;
            if (chunks >= BATCH_CHUNKS || changed.size() >= BATCH_FILES || touched.size() >= BATCH_FILES) {
                flush();
            }
        }
        flush();
        if (files.unreadable() > 0) {
            LOG.warn("Unreadable files or folders, their indexed content stays: workspace={} count={}", workspace.name(),
                    files.unreadable());
            known.clear();
        }
        remove(new ArrayList<>(known.keySet()));
        parts.states().finished(lease, workspace, done);
        if (written > 0 || !known.isEmpty()) {
            LOG.info("Workspace indexed workspace={} files={} changed={} removed={}", workspace.name(), done, written, known.size());
        }
    }

    private void take(FoundFile found, FileRecords.KnownFile known) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        boolean sameMake = known != null && known.make().equals(parts.make());
        if (sameMake && known.size() == found.size() && known.modified() == found.modifiedNanos()) {
            return;
        }
        TextFiles.ReadFile read = parts.texts().read(found);
        if (read instanceof TextFiles.ReadFile.Skipped skipped) {
            changed.add(new FileRecords.IndexedFile(found, "", skipped.reason().name().toLowerCase(Locale.ROOT), null, List.of(),
                    known != null));
            return;
        }
        TextFiles.ReadFile.Text content = (TextFiles.ReadFile.Text) read;
        if (sameMake && known.hash().equals(content.hash())) {
            touched.add(new FileRecords.IndexedFile(found, content.hash(), null, null, List.of(), true));
            return;
        }
        changed.add(indexed(found, content, known != null));
        chunks += changed.get(changed.size() - 1).chunks().size();
    }

    private FileRecords.IndexedFile indexed(FoundFile found, TextFiles.ReadFile.Text content, boolean known) {
        Optional<Language> language = Language.of(found.path());
        SourceParser.ParsedFile parsed = null;
        if (language.isPresent()) {
            try {
                parsed = parts.parser().parse(found.path(), language.get(), content.utf8());
            } catch (SourceParser.UnparsableException e) {
                LOG.debug("File skipped file={} workspace={} reason={}", found.path(), workspace.name(), e.getMessage());
                return new FileRecords.IndexedFile(found, content.hash(), UNPARSABLE, null, List.of(), known);
            }
        }
        List<CodeChunk> pieces = parsed == null ? CodeChunker.cut(found.path(), content.text()) : CodeChunker.cut(parsed, content.text());
        return new FileRecords.IndexedFile(found, content.hash(), null, parsed, pieces, known);
    }

    private void flush() throws InterruptedException {
        List<ChunkWriter.NewChunk> fresh = changed.stream().flatMap(file -> file.chunks().stream())
                .map(chunk -> parts.records().chunk(workspace, chunk, parts.make())).toList();
        List<String> before = changed.stream().filter(FileRecords.IndexedFile::known).map(file -> file.found().path()).toList();
        parts.writer().write(lease, fresh, known -> parts.records().vectors(known, workspace, before, parts.make()), transaction -> {
            parts.records().touch(transaction, workspace, touched);
            parts.records().write(transaction, workspace, changed, parts.make());
            parts.states().reached(transaction, workspace, done);
        }, FileRecords.createChunk(workspace));
        written += changed.size();
        changed.clear();
        touched.clear();
        chunks = 0;
        if (System.nanoTime() - told > TOLD_EVERY_NANOS) {
            told = System.nanoTime();
            LOG.info("Workspace index progress workspace={} checked={} files={} changed={}", workspace.name(), done, total, written);
        }
    }

    private void remove(List<String> paths) {
        for (int from = 0; from < paths.size(); from += REMOVED_AT_ONCE) {
            List<String> part = paths.subList(from, Math.min(from + REMOVED_AT_ONCE, paths.size()));
            parts.store().write(transaction -> {
                lease.begin(transaction);
                parts.records().remove(transaction, workspace, part);
                return null;
            });
        }
    }
}

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.internal.storage.dfs.DfsRepositoryDescription;
import org.eclipse.jgit.internal.storage.dfs.InMemoryRepository;
import org.eclipse.jgit.lib.CommitBuilder;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectInserter;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.lib.Repository;
import org.eclipse.jgit.lib.TreeFormatter;
import org.eclipse.jgit.merge.MergeStrategy;
import org.eclipse.jgit.merge.ThreeWayMerger;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;

/** A repository in memory: objects, commits, a merge of texts, differences, a walk. */
public class JGitCommits {
    private static final PersonIdent WRITER = new PersonIdent("writer", "writer@example.org", Instant.ofEpochSecond(1_700_000_000), ZoneOffset.UTC);

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() throws Exception {
        try (Repository repository = new InMemoryRepository(new DfsRepositoryDescription("memory"))) {
            ObjectId first = commit(repository, lines(-1, ""));
            ObjectId ours = commit(repository, lines(3, "ours"), first);
            ObjectId theirs = commit(repository, lines(35, "theirs"), first);
            ThreeWayMerger merger = MergeStrategy.RESOLVE.newMerger(repository, true);
            boolean merged = merger.merge(ours, theirs);
            ObjectId last = commit(repository, merger.getResultTreeId(), ours, theirs);
            ByteArrayOutputStream differences = new ByteArrayOutputStream();
            try (DiffFormatter formatter = new DiffFormatter(differences)) {
                formatter.setRepository(repository);
                formatter.format(formatter.scan(first, last));
            }
            int walked = 0;
            try (RevWalk walk = new RevWalk(repository)) {
                walk.markStart(walk.parseCommit(last));
                for (RevCommit commit : walk) walked += commit.getParentCount() + 1;
            }
            return merged + " " + last.abbreviate(8).name() + " " + differences.size() + " " + walked;
        }
    }

    private static String lines(int changed, String change) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) text.append(i == changed ? change : "line " + i).append('\n');
        return text.toString();
    }

    private static ObjectId commit(Repository repository, String text, ObjectId... parents) throws Exception {
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            TreeFormatter tree = new TreeFormatter();
            tree.append("a.txt", FileMode.REGULAR_FILE, inserter.insert(Constants.OBJ_BLOB, text.getBytes(StandardCharsets.UTF_8)));
            ObjectId id = inserter.insert(tree);
            inserter.flush();
            return commit(repository, id, parents);
        }
    }

    private static ObjectId commit(Repository repository, ObjectId tree, ObjectId... parents) throws Exception {
        CommitBuilder commit = new CommitBuilder();
        commit.setTreeId(tree);
        commit.setParentIds(List.of(parents));
        commit.setAuthor(WRITER);
        commit.setCommitter(WRITER);
        commit.setMessage("commit");
        try (ObjectInserter inserter = repository.newObjectInserter()) {
            ObjectId id = inserter.insert(commit);
            inserter.flush();
            return id;
        }
    }
}

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import kotlin.coroutines.Continuation;
import kotlin.coroutines.EmptyCoroutineContext;
import kotlin.sequences.Sequence;
import kotlin.sequences.SequencesKt;
import kotlinx.coroutines.BuildersKt;
import kotlinx.coroutines.CoroutineStart;
import kotlinx.coroutines.Deferred;
import kotlinx.coroutines.Dispatchers;
import kotlinx.coroutines.channels.BufferOverflow;
import kotlinx.coroutines.flow.Flow;
import kotlinx.coroutines.flow.FlowKt;

/** Coroutines on the library's own threads, each of which begins with another root, and a flow through a channel in the root's. */
public class Coroutines {
    private static final int TASKS = 200;
    private static final int ITEMS = 500;

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static int root() throws Exception {
        List<Deferred<Integer>> tasks = new ArrayList<>();
        int passed = BuildersKt.<Integer>runBlocking(EmptyCoroutineContext.INSTANCE, (scope, continuation) -> {
            for (int i = 0; i < TASKS; i++) {
                int number = i;
                tasks.add(BuildersKt.async(scope, Dispatchers.getDefault(), CoroutineStart.DEFAULT, (own, inner) -> step(number)));
            }
            Deferred<Integer> sum = BuildersKt.async(scope, EmptyCoroutineContext.INSTANCE, CoroutineStart.DEFAULT, (own, inner) -> passOn(inner));
            return sum.await(continuation);
        });
        return passed + total(tasks);
    }

    static int total(List<Deferred<Integer>> tasks) {
        int total = 0;
        for (Deferred<Integer> task : tasks) total += task.getCompleted();
        return total;
    }

    /** Another root: runs in threads of the dispatcher. */
    static int step(int number) {
        Sequence<Integer> numbers = SequencesKt.take(SequencesKt.generateSequence(number, i -> i + 1), 20);
        return SequencesKt.sumOfInt(SequencesKt.map(numbers, i -> i * 2));
    }

    /** A flow through a channel: one coroutine fills it, another empties it. */
    static Object passOn(Continuation<? super Integer> continuation) {
        Flow<Integer> numbers = FlowKt.asFlow(Collections.nCopies(ITEMS, 1));
        return FlowKt.count(FlowKt.buffer(numbers, 10, BufferOverflow.SUSPEND), continuation);
    }
}

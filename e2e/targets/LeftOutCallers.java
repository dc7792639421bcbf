import java.beans.PropertyChangeEvent;
import java.beans.PropertyChangeListener;
import java.beans.PropertyChangeSupport;
import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Methods of ours that only the JDK's call, in the root's thread: 1,000 times, or as the comments say. */
public class LeftOutCallers {
    static class Descending implements Comparator<Integer> {
        @Override
        public int compare(Integer a, Integer b) {
            return b - a;
        }
    }

    static class Key implements Comparable<Key> {
        final int number;

        Key(int number) {
            this.number = number;
        }

        @Override
        public int compareTo(Key other) {
            return number - other.number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Key && ((Key) other).number == number;
        }
    }

    static class Task implements Runnable, Callable<Integer> {
        @Override
        public void run() {
            step();
        }

        @Override
        public Integer call() {
            step();
            return 1;
        }

        void step() {
            sum++;
        }
    }

    static class Listener implements PropertyChangeListener {
        @Override
        public void propertyChange(PropertyChangeEvent event) {
            heard();
        }

        void heard() {
            sum++;
        }
    }

    /** 0 to 999. */
    static class Range implements Iterable<Integer> {
        @Override
        public Iterator<Integer> iterator() {
            return new Numbers();
        }
    }

    static class Numbers implements Iterator<Integer> {
        int next;

        @Override
        public boolean hasNext() {
            return next < TIMES;
        }

        @Override
        public Integer next() {
            return next++;
        }
    }

    static class Squares extends AbstractList<Integer> {
        @Override
        public Integer get(int index) {
            return index * index;
        }

        @Override
        public int size() {
            return TIMES;
        }
    }

    static class Bytes extends FilterInputStream {
        Bytes() {
            super(new ByteArrayInputStream(new byte[TIMES]));
        }

        @Override
        public int read() throws IOException {
            return super.read();
        }

        @Override
        public long skip(long count) {
            return 0;
        }
    }

    static final int TIMES = 1000;
    static final Integer[] SORTED = new Integer[TIMES + 1];
    static final List<Key> KEYS = new ArrayList<>();
    static final Task TASK = new Task();
    static final ThreadLocal<Integer> LOCAL = ThreadLocal.withInitial(() -> initial());
    /** One thread that is busy and a queue of one that is full: the rest runs in the caller. */
    static final ThreadPoolExecutor FULL =
            new ThreadPoolExecutor(
                    1,
                    1,
                    1,
                    TimeUnit.SECONDS,
                    new LinkedBlockingQueue<>(1),
                    work -> {
                        Thread thread = new Thread(work);
                        thread.setDaemon(true);
                        return thread;
                    },
                    new ThreadPoolExecutor.CallerRunsPolicy());

    static int sum;

    public static void main(String[] args) throws Exception {
        for (int i = 0; i <= TIMES; i++) SORTED[i] = TIMES - i;
        for (int i = 0; i < TIMES; i++) KEYS.add(new Key(i));
        Object never = new Object();
        Runnable busy =
                () -> {
                    synchronized (never) {
                        while (true) {
                            try {
                                never.wait();
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    }
                };
        FULL.execute(busy);
        FULL.execute(busy);
        Target.serve(args, LeftOutCallers::root);
    }

    static void root() throws Exception {
        sortedArray();
        sortedList();
        treeMap();
        queue();
        hashed();
        searched();
        computed();
        callerRuns();
        futures();
        otherThread();
        listeners();
        forEach();
        iterated();
        abstractList();
        bytes();
        optional();
        threadLocal();
        stream();
    }

    /** 1,000 comparisons of an array that is in order. */
    static void sortedArray() {
        Arrays.sort(SORTED.clone(), new Descending());
    }

    /** 999 comparisons each: the second asks two keys for their number each time. */
    static void sortedList() {
        new ArrayList<>(KEYS).sort(null);
        Collections.sort(new ArrayList<>(KEYS), Comparator.comparing(LeftOutCallers::numberOf));
    }

    static int numberOf(Key key) {
        return key.number;
    }

    /** One key in the map: putting it compares it with itself, each look-up with it. */
    static void treeMap() {
        Map<Key, Integer> map = new TreeMap<>();
        map.put(KEYS.get(0), 1);
        for (Key key : KEYS) sum += map.containsKey(key) ? 1 : 0;
    }

    /** Two in the queue: adding the second compares them, and taking one out compares nothing. */
    static void queue() {
        for (int i = 0; i < TIMES; i++) {
            PriorityQueue<Key> queue = new PriorityQueue<>();
            queue.add(KEYS.get(0));
            queue.add(KEYS.get(1));
            sum += queue.poll().number;
        }
    }

    /** Each key's hash in putting and in finding; equals only where the key found is another object. */
    static void hashed() {
        Map<Key, Integer> map = new HashMap<>();
        for (Key key : KEYS) map.put(key, 1);
        for (Key key : KEYS) sum += map.get(new Key(key.number));
        Set<Key> set = new HashSet<>(KEYS);
        sum += set.size();
    }

    /** The last is found after 1,000 equals. */
    static void searched() {
        sum += KEYS.indexOf(new Key(TIMES - 1));
    }

    static int compute(int key) {
        return key;
    }

    static void computed() {
        Map<Integer, Integer> map = new HashMap<>();
        Function<Integer, Integer> function = LeftOutCallers::compute;
        for (int i = 0; i < TIMES; i++) sum += map.computeIfAbsent(i, function);
        for (int i = 0; i < TIMES; i++) sum += map.computeIfAbsent(i, function);
    }

    static void callerRuns() {
        for (int i = 0; i < TIMES; i++) FULL.execute(TASK);
    }

    static void futures() throws Exception {
        for (int i = 0; i < TIMES; i++) {
            FutureTask<Integer> future = new FutureTask<>((Callable<Integer>) TASK);
            future.run();
            sum += future.get();
        }
    }

    /** A thread that never enters the root: what it runs is not counted. */
    static void otherThread() throws Exception {
        Thread thread = new Thread(TASK);
        thread.start();
        thread.join();
    }

    static void listeners() {
        PropertyChangeSupport support = new PropertyChangeSupport(TASK);
        support.addPropertyChangeListener(new Listener());
        for (int i = 0; i < TIMES; i++) support.firePropertyChange("number", i, i + 1);
    }

    static void each(int i) {
        sum += i;
    }

    /** The JDK's default asks our iterator. */
    static void forEach() {
        new Range().forEach(LeftOutCallers::each);
    }

    static void iterated() {
        for (int i : new Range()) sum += i;
    }

    /** contains() asks for the size before each element and once at the end. */
    static void abstractList() {
        sum += new Squares().contains(-1) ? 1 : 0;
    }

    /** What skip() does not skip is read. */
    static void bytes() throws IOException {
        Bytes bytes = new Bytes();
        for (int i = 0; i < TIMES; i++) bytes.skipNBytes(1);
    }

    static int mapped(int i) {
        return i;
    }

    static void optional() {
        for (int i = 0; i < TIMES; i++) sum += Optional.of(i).map(LeftOutCallers::mapped).get();
    }

    static int initial() {
        return 1;
    }

    static void threadLocal() {
        for (int i = 0; i < TIMES; i++) {
            LOCAL.remove();
            sum += LOCAL.get();
        }
    }

    static boolean wanted(Key key) {
        return key.number % 2 == 0;
    }

    /** All are tested, half of them grouped. */
    static void stream() {
        Map<Integer, Long> map =
                KEYS.stream()
                        .filter(LeftOutCallers::wanted)
                        .collect(Collectors.groupingBy(LeftOutCallers::numberOf, Collectors.counting()));
        sum += map.size();
    }
}

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.function.IntSupplier;

/**
 * What it costs to tell of an object that is made, beside making it, and whether objects that the compiler keeps off the heap stay
 * there. All variants run interleaved in one JVM. Printed: variant, median and quartiles of ns per object, one line each, and
 * "bytes: " variant with bytes of the heap per object. Run by allocationSite.bench.mjs.
 */
public final class AllocationSite {
    private static final int OBJECT = 40 << 3;
    /** Of a lambda, whose class is looked up. */
    private static final int PLACE = 42;
    private static final int ARRAY = 41 << 3 | 3;
    /** Of int[]: 16 + 7 rounded by 7, elements of 4 bytes. */
    private static final int SHAPE = 7 | 7 << 8 | 2 << 16;
    private static final int OBJECTS_PER_BATCH = 2_000;
    private static final int RING_WORDS = 8_192;
    private static final int BATCHES_PER_WINDOW = 20;
    private static final int WARM_UP_ROUNDS = 60;
    private static final int ROUNDS = 60;

    private static final class Point {
        final long x;
        final Object y;

        Point(long x, Object y) {
            this.x = x;
            this.y = y;
        }
    }

    private static final Object[] ring = new Object[1_024];
    private static final SluiceRecording recording =
            new SluiceRecording(SluiceRecording.NO_CLOCK, 0, 0, false, null, AllocationSite.class, null);
    private static final SluiceLane lane = recording.addPrivateLane(RING_WORDS);

    /** One in 512 KiB is followed. */
    private static final SluiceLive live = new SluiceLive(512 << 10, 1 << 20, new SluiceLive.Sizes() {
        @Override
        public long of(Object object) {
            return 24;
        }
    }, 8, 4, 16, 16);

    private abstract static class Variant {
        final String name;
        final boolean tells;
        /** Counted in a variable, and told before its exit: the words of one batch are no more than these. */
        private final int mostWords;

        Variant(String name, boolean tells) {
            this(name, tells, tells ? OBJECTS_PER_BATCH : 0);
        }

        Variant(String name, boolean tells, int mostWords) {
            this.name = name;
            this.tells = tells;
            this.mostWords = mostWords;
        }

        /** One batch. @param probe as an instrumented method holds it */
        abstract long run(SluiceProbe probe, long sum);

        final long batch(long sum) {
            long position = lane.positionAcquire();
            lane.drainedRelease(position);
            recording.start();
            long next = run(lane, sum);
            recording.pause();
            long words = lane.positionAcquire() - position;
            if (name.endsWith(", followed")) {
                for (SluiceTracked one = live.takeNew(); one != null; one = one.next) live.forget(1);
            } else if (tells ? words == 0 || words > mostWords : words > 0) throw new IllegalStateException(name + " told " + words + " words");
            return next;
        }
    }

    private static final Variant[] VARIANTS = {
        new Variant("object", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) ring[i & 1_023] = new Point(i, null);
                return sum;
            }
        },
        new Variant("object, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    ring[i & 1_023] = new Point(i, null);
                    probe.made(OBJECT);
                }
                return sum;
            }
        },
        new Variant("array", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) ring[i & 1_023] = new int[i & 7];
                return sum;
            }
        },
        new Variant("array, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int length = i & 7;
                    ring[i & 1_023] = new int[length];
                    probe.made(length, ARRAY);
                }
                return sum;
            }
        },
        new Variant("object, followed", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    probe.made(OBJECT);
                    Point point = new Point(i, null);
                    SluiceLive.sampled(point, probe, OBJECT);
                    ring[i & 1_023] = point;
                }
                return sum;
            }
        },
        new Variant("off the heap, followed", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    probe.made(OBJECT);
                    Point point = new Point(i, null);
                    SluiceLive.sampled(point, probe, OBJECT);
                    sum += point.x;
                }
                return sum;
            }
        },
        new Variant("object, counted", true, 4) {
            @Override
            long run(SluiceProbe probe, long sum) {
                int made = SluiceProbe.beat;
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    ring[i & 1_023] = new Point(i, null);
                    made = probe.madeInLoop(made, OBJECT);
                }
                probe.tellMade(made, OBJECT);
                return sum;
            }
        },
        new Variant("array, counted", true, 40) {
            @Override
            long run(SluiceProbe probe, long sum) {
                long made = SluiceProbe.beat;
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int length = i & 7;
                    ring[i & 1_023] = new int[length];
                    made = probe.madeInLoop(made, length, ARRAY, SHAPE);
                }
                probe.tellMade(made, ARRAY);
                return sum;
            }
        },
        new Variant("local object", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) sum += new Point(i, null).x;
                return sum;
            }
        },
        new Variant("local object, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    Point point = new Point(i, null);
                    probe.made(OBJECT);
                    sum += point.x;
                }
                return sum;
            }
        },
        new Variant("local object, counted", true, 4) {
            @Override
            long run(SluiceProbe probe, long sum) {
                int made = SluiceProbe.beat;
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    Point point = new Point(i, null);
                    made = probe.madeInLoop(made, OBJECT);
                    sum += point.x;
                }
                probe.tellMade(made, OBJECT);
                return sum;
            }
        },
        new Variant("local array", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int[] pair = new int[2];
                    pair[1] = i;
                    sum += pair[1];
                }
                return sum;
            }
        },
        new Variant("local array, counted", true, 4) {
            @Override
            long run(SluiceProbe probe, long sum) {
                int made = SluiceProbe.beat;
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int[] pair = new int[2];
                    made = probe.madeInLoop(made, 2, ARRAY);
                    pair[1] = i;
                    sum += pair[1];
                }
                probe.tellMade(made, 2, ARRAY);
                return sum;
            }
        },
        new Variant("local array, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int[] pair = new int[2];
                    probe.made(2, ARRAY);
                    pair[1] = i;
                    sum += pair[1];
                }
                return sum;
            }
        },
        // What calls make: the compiler knows its class and its length, so to ask for them must leave it where it is.
        new Variant("local clone", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) sum += new int[] {i, 1}.clone()[0];
                return sum;
            }
        },
        new Variant("local clone, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int[] copy = new int[] {i, 1}.clone();
                    probe.made(copy.length, ARRAY);
                    sum += copy[0];
                }
                return sum;
            }
        },
        new Variant("local copy", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) sum += Arrays.copyOf(new int[] {i, 1}, 2)[0];
                return sum;
            }
        },
        new Variant("local copy, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int[] copy = Arrays.copyOf(new int[] {i, 1}, 2);
                    probe.made(copy.length, ARRAY);
                    sum += copy[0];
                }
                return sum;
            }
        },
        new Variant("local lambda", false) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int captured = i;
                    IntSupplier made = () -> captured;
                    sum += made.getAsInt();
                }
                return sum;
            }
        },
        new Variant("local lambda, told", true) {
            @Override
            long run(SluiceProbe probe, long sum) {
                for (int i = 0; i < OBJECTS_PER_BATCH; i++) {
                    int captured = i;
                    IntSupplier made = () -> captured;
                    probe.madeOf(made.getClass(), PLACE);
                    sum += made.getAsInt();
                }
                return sum;
            }
        },
    };

    public static void main(String[] args) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        lane.enterGraph();
        live.start();
        double[][] ns = new double[VARIANTS.length][ROUNDS];
        double[] bytes = new double[VARIANTS.length];
        int perWindow = BATCHES_PER_WINDOW * OBJECTS_PER_BATCH;
        long sum = 0;
        for (int round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
            for (int v = 0; v < VARIANTS.length; v++) {
                long allocated = threads.getThreadAllocatedBytes(thread);
                long startNs = System.nanoTime();
                for (int batch = 0; batch < BATCHES_PER_WINDOW; batch++) sum = VARIANTS[v].batch(sum);
                double perObject = (System.nanoTime() - startNs) / (double) perWindow;
                long more = threads.getThreadAllocatedBytes(thread) - allocated;
                if (round < 0) continue;
                ns[v][round] = perObject;
                bytes[v] = more / (double) perWindow;
            }
        }
        for (int v = 0; v < VARIANTS.length; v++) {
            Arrays.sort(ns[v]);
            System.out.println(VARIANTS[v].name + "\t" + ns[v][ROUNDS / 2] + "\t" + ns[v][ROUNDS / 4] + "\t" + ns[v][ROUNDS * 3 / 4]);
            System.out.println("bytes: " + VARIANTS[v].name + "\t" + bytes[v] + "\t0\t0");
        }
        if (sum == 42) System.out.println();
    }
}

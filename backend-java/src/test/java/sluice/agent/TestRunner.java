package sluice.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs the public methods of the test classes; their names are sentences. Prints one line each: "ok CLASS: SENTENCE",
 * or "FAILED CLASS: SENTENCE: WHY".
 */
public final class TestRunner {
    private static final Class<?>[] TESTS = {
        PacketTest.class,
        GoldenTest.class,
        HmacTest.class,
        SessionFileTest.class,
        EventFileTest.class,
        WeakIdsTest.class,
        ClassRegistryTest.class,
        QuestionsTest.class,
        OutboxTest.class,
        WorkerTest.class,
        ToolWatchTest.class,
        LaneTest.class,
        BurstsTest.class,
        TickerTest.class,
        CoreWaitsTest.class,
        LaneTableTest.class,
        FollowedThreadTest.class,
        GatesTest.class,
        RegionTest.class,
        PumpTest.class,
    };

    private TestRunner() {}

    public static void main(String[] args) throws Exception {
        for (Class<?> type : TESTS) {
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, (a, b) -> a.getName().compareTo(b.getName()));
            for (Method method : methods) {
                if (method.isSynthetic() || !java.lang.reflect.Modifier.isPublic(method.getModifiers())) continue;
                String title = type.getSimpleName() + ": " + method.getName().replace('_', ' ');
                try {
                    method.invoke(type.getDeclaredConstructor().newInstance());
                    System.out.println("ok " + title);
                } catch (InvocationTargetException failed) {
                    System.out.println("FAILED " + title + ": " + failed.getCause());
                    failed.getCause().printStackTrace();
                }
            }
        }
    }
}

package sluice.agent;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;

/**
 * Runs the public methods of the test classes that it is given; their names are sentences. Prints one line each: "ok CLASS: SENTENCE",
 * or "FAILED CLASS: SENTENCE: WHY".
 */
public final class TestRunner {
    private TestRunner() {}

    public static void main(String[] args) throws Exception {
        for (String name : args) {
            Class<?> type = Class.forName(name);
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

package sluice.agent;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;

public final class StaleTest {
    /** Of these classes, what the agent calls and no instrumented code does. */
    private static final Set<String> OF_THE_AGENT = new HashSet<>(Arrays.asList("threadId", "suspend", "wasInGraph", "resume", "nextBeat"));

    public void whatever_instrumented_code_calls_is_there_once_more_and_does_nothing() throws Exception {
        int compared = 0;
        for (Class<?> type : new Class<?>[] {SluiceProbe.class, SluiceUnseen.class, SluiceCounters.class, SluiceRequests.class}) {
            for (Method method : type.getDeclaredMethods()) compared += compare(method) ? 1 : 0;
        }
        for (Method method : SluiceLive.class.getDeclaredMethods()) {
            if (Arrays.asList(method.getParameterTypes()).contains(SluiceProbe.class)) compared += compare(method) ? 1 : 0;
        }
        compare(SluiceRegion.class.getDeclaredMethod("enter", long.class));
        compare(SluiceRegion.class.getDeclaredMethod("leave", long.class, int.class));
        Check.that(compared > 50, compared + " methods were compared");
    }

    public void and_so_are_the_fields_that_it_writes() throws Exception {
        for (String name : new String[] {"missedExits", "limit", "depth", "chain", "recorded"}) compare(SluiceProbe.class.getField(name));
        compare(SluiceProbe.class.getField("beat"));
        compare(SluiceRegion.class.getField("missedPasses"));
    }

    private static boolean compare(Method method) throws NoSuchMethodException {
        if (!Modifier.isPublic(method.getModifiers()) || method.isSynthetic() || OF_THE_AGENT.contains(method.getName())) return false;
        Class<?>[] parameters = method.getParameterTypes();
        for (int i = 0; i < parameters.length; i++) parameters[i] = stale(parameters[i]);
        Method twin = SluiceStale.class.getMethod(method.getName(), parameters);
        Check.equal(twin.getReturnType(), stale(method.getReturnType()));
        Check.equal(Modifier.isStatic(twin.getModifiers()), Modifier.isStatic(method.getModifiers()));
        return true;
    }

    private static void compare(Field field) throws NoSuchFieldException {
        Field twin = SluiceStale.class.getField(field.getName());
        Check.equal(twin.getType(), field.getType());
        Check.equal(Modifier.isStatic(twin.getModifiers()), Modifier.isStatic(field.getModifiers()));
    }

    private static Class<?> stale(Class<?> type) {
        return type == SluiceProbe.class ? SluiceStale.class : type;
    }
}

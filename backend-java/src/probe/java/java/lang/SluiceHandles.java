package java.lang;

import java.lang.invoke.MethodType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import jdk.internal.misc.Unsafe;

/**
 * What direct method handles stand for (java.lang.invoke.DirectMethodHandle): the leaves of all method handles. Each has a member, with the
 * class that declares it and the method that the JVM has resolved it to, one object for all members that stand for the same method.
 */
public final class SluiceHandles {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long MEMBER = offset("java.lang.invoke.DirectMethodHandle", "member");
    private static final long DECLARER = offset("java.lang.invoke.MemberName", "clazz");
    private static final long RESOLVED = offset("java.lang.invoke.MemberName", "method");
    private static final Method GET_TYPE = getType();
    /** In a JDK that keeps them elsewhere no handle is told of; the tool sees that in the classes' own bytes. */
    private static final boolean ARE_KNOWN = MEMBER >= 0 && DECLARER >= 0 && RESOLVED >= 0 && GET_TYPE != null;
    private static final Module BASE = Object.class.getModule();

    private SluiceHandles() {}

    /** Looks for all that is read here. For a thread of the agent's, before the program's come: it reflects. */
    public static boolean areKnown() {
        return ARE_KNOWN;
    }

    /** Most are: of concatenations, switches, and of what JDKs since 18 do by reflection. */
    static boolean isOfBase(Object handle) {
        return !ARE_KNOWN || declarer(handle).getModule() == BASE;
    }

    static Class<?> declarer(Object handle) {
        return (Class<?>) U.getReference(member(handle), DECLARER);
    }

    static Object resolved(Object handle) {
        Object member = member(handle);
        Object method = U.getReference(member, RESOLVED);
        return method == null ? member : method;
    }

    /** What a direct method handle stands for: a method or constructor; the latter is called {@code <init>}. */
    public static Member memberOf(Object handle) {
        return (Member) member(handle);
    }

    /** The type that the method's descriptor says; of a constructor it is void.  @throws ReflectiveOperationException this JDK does not tell */
    public static MethodType typeOf(Member member) throws ReflectiveOperationException {
        return (MethodType) GET_TYPE.invoke(member);
    }

    /** @return null: there is none */
    private static Method getType() {
        try {
            Method getType = Class.forName("java.lang.invoke.MemberName").getDeclaredMethod("getMethodType");
            getType.setAccessible(true);
            return getType;
        } catch (ReflectiveOperationException none) {
            return null;
        }
    }

    private static Object member(Object handle) {
        return U.getReference(handle, MEMBER);
    }

    /** @return -1: there is none */
    private static long offset(String className, String field) {
        try {
            return U.objectFieldOffset(Class.forName(className), field);
        } catch (ClassNotFoundException | InternalError none) {
            return -1;
        }
    }
}

package sluice.agent;

import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.HashSet;

/** What threads have asked about before they call it by reflection, until the tool has answered. */
final class ReflectedCalls {
    private final ClassRegistry registry;
    private final Outbox outbox;
    /** By the number under which the tool knows it; null = answered. */
    private final ArrayList<Object> asked = new ArrayList<>();
    /** Those that are not answered. Who calls by reflection does not wait for a silent tool, and asks with each call. */
    private final HashSet<Object> open = new HashSet<>();

    ReflectedCalls(ClassRegistry registry, Outbox outbox) {
        this.registry = registry;
        this.outbox = outbox;
    }

    /** Pump only. @param call an Executable, or a direct method handle */
    void askCall(Object call) {
        if (!(call instanceof Executable)) {
            askHandle(call);
            return;
        }
        Executable executable = (Executable) call;
        boolean isConstructor = executable instanceof Constructor;
        askMember(executable, executable, isConstructor ? "<init>" : executable.getName(), descriptor(executable));
    }

    private void askHandle(Object handle) {
        Member member = SluiceHandles.memberOf(handle);
        String descriptor;
        try {
            descriptor = SluiceHandles.typeOf(member).toMethodDescriptorString();
        } catch (ReflectiveOperationException untold) {
            descriptor = ""; // any of that name
        }
        askMember(handle, member, member.getName(), descriptor);
    }

    /** A hidden class carries no probes, but its constructors call those of its superclass: any of them. */
    private void askMember(Object subject, Member member, String name, String descriptor) {
        Class<?> type = member.getDeclaringClass();
        boolean anyOfSuperclass = name.equals("<init>") && isHidden(type);
        Class<?> owner = anyOfSuperclass ? type.getSuperclass() : type;
        tell(subject, owner, Modifier.isStatic(member.getModifiers()), name, anyOfSuperclass ? "" : descriptor);
    }

    /** Pump only. Objects of the class are to be made without a constructor. */
    void askMade(Class<?> type) {
        tell(type, type, false, "", "");
    }

    private void tell(Object subject, Class<?> type, boolean isStatic, String name, String descriptor) {
        int number;
        synchronized (this) {
            if (!open.add(subject)) return;
            number = asked.size();
            asked.add(subject);
        }
        boolean isTold = outbox.offer(new PacketWriter(Protocol.NO_ANSWER, MessageType.REFLECTED)
                .u32(number)
                .u32(registry.classId(type))
                .u8(isStatic ? 1 : 0)
                .utf(name)
                .utf(descriptor));
        if (!isTold) answered(number); // by nobody: the next call asks again
    }

    /** By its name: Class.isHidden is of JDK 15. */
    private static boolean isHidden(Class<?> type) {
        return type.getName().indexOf('/') >= 0;
    }

    /** @return an Executable, a direct method handle or a Class; null for a number that is answered, or was never given */
    synchronized Object answered(int number) {
        if (number < 0 || number >= asked.size()) return null;
        open.remove(asked.get(number));
        return asked.set(number, null);
    }

    /** A recording begins: what was asked in the one before is nobody's question any more. Numbers go on. */
    synchronized void forget() {
        for (int i = 0; i < asked.size(); i++) asked.set(i, null);
        open.clear();
    }

    private static String descriptor(Executable executable) {
        Class<?> result = executable instanceof Method ? ((Method) executable).getReturnType() : void.class;
        return MethodType.methodType(result, executable.getParameterTypes()).toMethodDescriptorString();
    }
}

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** The C library's bsearch calls our comparison: 1,000 searches among one number. Needs JDK 22. */
public class NativeUpcalls {
    static final int TIMES = 1000;
    static final MethodHandle SEARCH = searchHandle();
    static final MemorySegment COMPARISON = comparison();
    static final MemorySegment NUMBER = Arena.global().allocateFrom(ValueLayout.JAVA_INT, 7);
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, NativeUpcalls::root);
    }

    static MethodHandle searchHandle() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("bsearch").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS,
                        ValueLayout.ADDRESS,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.JAVA_LONG,
                        ValueLayout.ADDRESS));
    }

    static MemorySegment comparison() {
        try {
            MethodHandle compare =
                    MethodHandles.lookup()
                            .findStatic(
                                    NativeUpcalls.class,
                                    "compare",
                                    MethodType.methodType(int.class, MemorySegment.class, MemorySegment.class));
            FunctionDescriptor descriptor =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS);
            return Linker.nativeLinker().upcallStub(compare, descriptor, Arena.global());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    static int compare(MemorySegment a, MemorySegment b) {
        return found();
    }

    static int found() {
        return 0;
    }

    static void root() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += search(NUMBER).address() == 0 ? 0 : 1;
    }

    static MemorySegment search(MemorySegment number) {
        try {
            return (MemorySegment) SEARCH.invokeExact(number, NUMBER, 1L, 4L, COMPARISON);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }
}

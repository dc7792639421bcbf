package java.lang;

/** Where java.lang.instrument tells that an agent has begun to change classes as they are swapped. */
public abstract class SluiceTransformers {
    /** The agent's; null = nobody wants to know. */
    public static volatile SluiceTransformers listener;

    /** A transformer that may retransform was registered, the first of its agent. @param instrumentation that agent's */
    public static void added(Object instrumentation) {
        SluiceTransformers told = listener;
        if (told != null) told.tell(instrumentation);
    }

    /** Throws nothing. */
    public abstract void tell(Object instrumentation);
}

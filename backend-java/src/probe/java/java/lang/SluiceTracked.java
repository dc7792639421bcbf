package java.lang;

import java.lang.ref.WeakReference;

/**
 * An object that a liveness recording follows, until it is collected. A heap dump has these as well: so an object there can be told
 * where it was made.
 */
public final class SluiceTracked extends WeakReference<Object> {
    /** Hardly any other recording has it: the word in the lane that tells its context has the same. */
    public final long serial;
    /** Shallow. */
    public final long bytes;
    /** Number of its place in the code and kind, and above them SluiceLive.EXACT. */
    public final int site;
    /** Collections of this JVM before it was made. */
    public final int bornAt;
    /** Behind it in the list of those that the pump has not seen. */
    public SluiceTracked next;

    SluiceTracked(Object made, long serial, int site, long bytes, int bornAt) {
        super(made);
        this.serial = serial;
        this.site = site;
        this.bytes = bytes;
        this.bornAt = bornAt;
    }
}

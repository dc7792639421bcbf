package sluice.agent;

/** What became of one class of a RETRANSFORM or a DETACH. */
final class SwapResult {
    static final int SWAPPED = 0;
    static final int REFUSED = 1;
    static final int NOT_DEFINED_YET = 2;
    static final int NOT_MODIFIABLE = 3;
    static final int LOADER_REFUSES = 4;
    static final int UNANSWERED = 5;
    /** The JVM does not link the class as it is, or could not initialise it: it takes no code for it, not even its own. */
    static final int CANNOT_RUN = 6;

    /** The words of a verifier can fill pages. */
    private static final int MAX_MESSAGE_CHARS = 4_000;

    final int classId;
    int status = SWAPPED;
    String message = "";

    SwapResult(int classId) {
        this.classId = classId;
    }

    void set(int newStatus, String newMessage) {
        status = newStatus;
        message = newMessage.length() <= MAX_MESSAGE_CHARS ? newMessage : newMessage.substring(0, MAX_MESSAGE_CHARS);
    }

    void writeTo(PacketWriter packet) {
        packet.u32(classId).u8(status).utf(message);
    }
}

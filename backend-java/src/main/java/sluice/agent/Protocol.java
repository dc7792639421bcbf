package sluice.agent;

/** Version and limits of the control connection: shared/wire/README.md. Twin: protocolVersion.ts, frameSplitter.ts */
final class Protocol {
    static final int VERSION = 30;

    /** Length, id, type. */
    static final int HEADER_BYTES = 9;
    /** The length field counts what follows it. */
    static final int LENGTH_BYTES = 4;
    static final int MIN_LENGTH = HEADER_BYTES - LENGTH_BYTES;
    static final int MAX_LENGTH = 33_554_432;
    static final int MAX_LENGTH_BEFORE_PROOF = 4_096;

    static final int NONCE_BYTES = 32;
    static final int HANDSHAKE_TIMEOUT_MS = 5_000;

    /** The id of packets that want no answer. */
    static final int NO_ANSWER = 0;

    /** Classes in one RETRANSFORM, and in one call of the JVM. */
    static final int MAX_SWAP_CLASSES = 2_000;
    /** Class bytes in one CLASS_BYTES. */
    static final int MAX_CLASS_BYTES = 16 << 20;

    /** Regions timed at the same time: the rings of each take 1.1 MB. */
    static final int MAX_REGIONS = 16;

    /** Codes of FAILED. */
    static final int FAILED_ARGUMENT = 1;
    static final int FAILED_STATE = 2;
    static final int FAILED_JVM = 3;

    /** Notes of REPORT. */
    static final int CORE_WAITS_UNKNOWN = 0;
    static final int CORE_WAITS_OF_TOO_MANY = 1;
    static final int EVENT_FILE_UNWRITABLE = 2;
    static final int LIVE_OBJECTS_OF_TOO_MANY = 3;
    static final int LIVE_OBJECTS_UNTOLD = 4;
    static final int TRANSFORMER_BEFORE_OTHERS = 5;

    private Protocol() {}
}

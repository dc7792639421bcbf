package sluice.agent;

/** The packets of the control connection; shared/wire/README.md draws their fields. Twin: golden/packets.txt */
final class MessageType {
    static final int HELLO = 1;
    static final int CHALLENGE = 2;
    static final int PROOF = 3;

    static final int LIST_CLASSES = 10;
    static final int CLASSES = 11;
    static final int GET_CLASS_BYTES = 12;
    static final int CLASS_BYTES = 13;
    static final int SET_LOAD_HOOK = 14;
    static final int RETRANSFORM = 15;
    static final int RETRANSFORMED = 16;
    static final int MARK_READY = 17;
    static final int START_RECORDING = 18;
    static final int DONE = 19;
    static final int STOP_RECORDING = 20;
    static final int STOPPED = 21;
    static final int CALIBRATE = 22;
    static final int CALIBRATION = 23;
    static final int RESUME_STARTUP = 24;
    static final int DETACH = 25;
    static final int DETACHED = 26;
    static final int PING = 27;
    static final int FAILED = 28;
    static final int FIND_CLASS_FILE = 29;
    static final int CLASS_FILE = 30;
    static final int START_REGION = 31;
    static final int REGION_STARTED = 32;
    static final int STOP_REGION = 33;
    static final int REGION_STOPPED = 34;
    static final int CALIBRATE_REGION = 35;
    static final int REGION_CALIBRATION = 36;
    static final int MARK_REFLECTED = 37;
    static final int MARK_RECORDING = 38;
    static final int CHECK_CALIBRATION = 39;

    static final int FIRST_INVOKED = 40;
    static final int CLASS_LOADING = 41;
    static final int REWRITTEN = 42;
    static final int REWRITE_CLASS = 43;
    static final int REPORT = 44;
    static final int ENDING = 45;
    static final int LOADER = 46;
    static final int HEARTBEAT = 47;
    static final int REFLECTED = 48;
    static final int LOADER_REFUSES = 49;
    static final int OBJECT_SIZES = 50;
    static final int REWRITE_LOST = 51;
    static final int WITNESSED = 52;
    static final int LOAD_LOST = 53;

    private MessageType() {}
}

package sluice.agent;

import jdk.jfr.FlightRecorder;

/** Whether somebody writes down each error that is thrown in this JVM. */
final class ErrorEvents {
    private ErrorEvents() {}

    /** jdk.JavaErrorThrow is in the Flight Recorder's default settings. Once it ran it counts as running. */
    static boolean mayBeRecorded() {
        try {
            return FlightRecorder.isInitialized();
        } catch (LinkageError imageWithoutIt) {
            return false;
        }
    }
}

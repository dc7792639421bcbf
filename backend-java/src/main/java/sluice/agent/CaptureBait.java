package sluice.agent;

/** Its bytes are replaced by garbage, so that the JVM gives up a swap that was only started to see bytes. */
final class CaptureBait {
    private CaptureBait() {}
}

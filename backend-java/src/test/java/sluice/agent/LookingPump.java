package sluice.agent;

import java.util.concurrent.locks.LockSupport;

/** A pump that drains nothing, and looks. The tool of which it tells has done nothing since the recording began. */
final class LookingPump extends Thread {
    private final SluiceRecording recording;
    private volatile boolean over;

    private LookingPump(SluiceRecording recording) {
        this.recording = recording;
    }

    static LookingPump at(SluiceRecording recording) {
        LookingPump pump = new LookingPump(recording);
        pump.setDaemon(true); // when its test fails
        pump.start();
        return pump;
    }

    @Override
    public void run() {
        long beganNs = System.nanoTime();
        while (!over) {
            recording.look(System.nanoTime(), beganNs);
            LockSupport.parkNanos(1_000_000);
        }
    }

    void end() throws InterruptedException {
        over = true;
        join();
    }
}

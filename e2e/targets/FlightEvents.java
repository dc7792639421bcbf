import jdk.jfr.Event;
import jdk.jfr.Recording;

/**
 * Events of the program's own: the Flight Recorder writes code into their class as it is defined, behind all agents, and the JVM
 * takes the result, probes and all, for the class as it was.
 */
public class FlightEvents {
    static class Sold extends Event {
        String what;

        Sold(String what) {
            note();
            this.what = what;
        }

        void note() {
            notes++;
        }

        void twice() {
            note();
            note();
        }
    }

    static int notes;

    public static void main(String[] args) throws Exception {
        Target.serve(args, FlightEvents::root, () -> notes++);
    }

    static void root() {
        try (Recording recording = new Recording()) {
            recording.enable(Sold.class);
            recording.start();
            for (int i = 0; i < 4; i++) sell("x");
            recording.stop();
        }
        for (int i = 0; i < 3; i++) sell("y");
    }

    private static void sell(String what) {
        Sold sold = new Sold(what);
        sold.begin();
        sold.twice();
        sold.end();
        if (sold.shouldCommit()) notes++;
        sold.commit();
    }
}

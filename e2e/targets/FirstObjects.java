import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.SynchronousQueue;

/**
 * Classes that load only after the root has run, each with the one object that it ever has, which does 1,000 jobs. The objects
 * are made in the subgraph and outside of it, by other threads, by deserialisation, without a constructor, by another loader.
 */
public class FirstObjects {
    public interface Job {
        void work();
    }

    static class Known implements Job {
        @Override
        public void work() {}
    }

    /** Announced after its subclasses; its constructor calls what they override. */
    abstract static class Top implements Job {
        Top() {
            begin();
        }

        abstract void begin();

        void shared() {}
    }

    abstract static class Middle extends Top {
        @Override
        void begin() {}
    }

    static class Inside extends Middle {
        @Override
        public void work() {
            shared();
        }
    }

    abstract static class OtherTop implements Job {
        @Override
        public void work() {
            step();
        }

        abstract void step();
    }

    static class Outside extends OtherTop {
        @Override
        void step() {}
    }

    /** Nobody makes one. */
    static class Never extends OtherTop {
        static void touch() {}

        @Override
        void step() {}
    }

    static class ByThread implements Job {
        @Override
        public void work() {}
    }

    static class ByThreadMeanwhile implements Job {
        @Override
        public void work() {}
    }

    /** Written, and read as one of the two below. */
    static class Stored0 implements Job, Serializable {
        private static final long serialVersionUID = 1;

        @Override
        public void work() {}
    }

    static class Stored1 implements Job, Serializable {
        private static final long serialVersionUID = 1;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }

        @Override
        public void work() {}
    }

    static class Stored2 implements Job, Serializable {
        private static final long serialVersionUID = 1;

        private Object readResolve() {
            return this;
        }

        @Override
        public void work() {}
    }

    static class Bare1 implements Job {
        @Override
        public void work() {}
    }

    static class Bare2 extends OtherTop {
        @Override
        void step() {}
    }

    static class Copied implements Job, Cloneable {
        Job copy() {
            try {
                return (Job) clone();
            } catch (CloneNotSupportedException impossible) {
                throw new IllegalStateException(impossible);
            }
        }

        @Override
        public void work() {}
    }

    /** Its only subclass is loaded elsewhere. */
    public static class Extended implements Job {
        public Extended() {}

        @Override
        public void work() {
            own();
        }

        protected void own() {}
    }

    public static class Extending extends Extended {
        public Extending() {}

        @Override
        protected void own() {}
    }

    /** Loads Extending by itself, all else by its parent. */
    static class Elsewhere extends ClassLoader {
        Class<?> define() throws IOException {
            try (InputStream in = FirstObjects.class.getResourceAsStream("FirstObjects$Extending.class")) {
                byte[] bytes = in.readAllBytes();
                return defineClass("FirstObjects$Extending", bytes, 0, bytes.length);
            }
        }
    }

    static final SynchronousQueue<String> WANTED = new SynchronousQueue<>();
    static final SynchronousQueue<Job> MADE = new SynchronousQueue<>();
    static final byte[] STORED = stored();

    public static void main(String[] args) throws Exception {
        Thread maker = new Thread(FirstObjects::makeWhatIsWanted);
        maker.setDaemon(true);
        maker.start();
        Target.serve(args, () -> {
            root(new Known());
            root(new Outside());
            root(byThread("FirstObjects$ByThread"));
            root(read('1'));
            root(allocated("FirstObjects$Bare1"));
            root(new Copied().copy());
            root((Job) new Elsewhere().define().getConstructor().newInstance());
            root();
        });
    }

    static void root(Job job) {
        use(job);
    }

    static void root() throws Exception {
        Never.touch();
        use(new Inside());
        use(byThread("FirstObjects$ByThreadMeanwhile"));
        use(read('2'));
        use(allocated("FirstObjects$Bare2"));
    }

    static void use(Job job) {
        for (int i = 0; i < 1000; i++) job.work();
    }

    /** Runs on another thread, outside of the root. */
    static void makeWhatIsWanted() {
        try {
            while (true) MADE.put((Job) Class.forName(WANTED.take()).getDeclaredConstructor().newInstance());
        } catch (InterruptedException | ReflectiveOperationException failed) {
            throw new IllegalStateException(failed);
        }
    }

    static Job byThread(String className) throws InterruptedException {
        WANTED.put(className);
        return MADE.take();
    }

    static byte[] stored() {
        try {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                out.writeObject(new Stored0());
            }
            return bytes.toByteArray();
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /** An object of FirstObjects$Stored with this digit, from the bytes of one with 0. */
    static Job read(char digit) throws Exception {
        String stored = new String(STORED, StandardCharsets.ISO_8859_1).replace("$Stored0", "$Stored" + digit);
        byte[] bytes = stored.getBytes(StandardCharsets.ISO_8859_1);
        return (Job) new ObjectInputStream(new ByteArrayInputStream(bytes)).readObject();
    }

    /** By sun.misc.Unsafe, which --release hides. */
    static Job allocated(String className) throws Exception {
        Class<?> unsafe = Class.forName("sun.misc.Unsafe");
        Field instance = unsafe.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Method allocate = unsafe.getMethod("allocateInstance", Class.class);
        return (Job) allocate.invoke(instance.get(null), Class.forName(className));
    }
}

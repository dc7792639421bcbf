import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Externalizable;
import java.io.IOException;
import java.io.ObjectInput;
import java.io.ObjectInputStream;
import java.io.ObjectOutput;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.util.function.IntUnaryOperator;

/** What serialisation finds by name: hooks, constructors, the bodies of lambdas. 1,000 objects written and read. */
public class Serialization {
    /** Not serialisable: its constructor runs in reading. */
    static class Plain {
        Plain() {
            sum++;
        }
    }

    static class Hooked extends Plain implements Serializable {
        private static final long serialVersionUID = 1;

        private void writeObject(ObjectOutputStream out) throws IOException {
            out.defaultWriteObject();
            written();
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            read();
        }

        void written() {}

        void read() {}

        private Object writeReplace() {
            return this;
        }

        private Object readResolve() {
            return this;
        }
    }

    public static class External implements Externalizable {
        private static final long serialVersionUID = 1;

        public External() {}

        @Override
        public void writeExternal(ObjectOutput out) {}

        @Override
        public void readExternal(ObjectInput in) {}
    }

    /** Made anew by its canonical constructor. */
    record Point(int x, int y) implements Serializable {}

    interface Operator extends IntUnaryOperator, Serializable {}

    static final int TIMES = 1000;
    static final Hooked HOOKED = new Hooked();
    static final External EXTERNAL = new External();
    static final Point POINT = new Point(1, 2);
    static final Operator LAMBDA = i -> leaf(i);
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, Serialization::root);
    }

    static void root() throws Exception {
        hooked();
        external();
        records();
        lambdas();
    }

    static int leaf(int i) {
        return i;
    }

    static Object copyOf(Object object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ObjectOutputStream out = new ObjectOutputStream(bytes);
        out.writeObject(object);
        out.close();
        return new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())).readObject();
    }

    static void hooked() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += copyOf(HOOKED) == null ? 0 : 1;
    }

    static void external() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += copyOf(EXTERNAL) == null ? 0 : 1;
    }

    static void records() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += ((Point) copyOf(POINT)).x();
    }

    /** Each copy is made by $deserializeLambda$, and called once. */
    static void lambdas() throws Exception {
        for (int i = 0; i < TIMES; i++) sum += ((Operator) copyOf(LAMBDA)).applyAsInt(i);
    }
}

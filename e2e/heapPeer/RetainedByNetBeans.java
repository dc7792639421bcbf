import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Iterator;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;

/** What NetBeans' profiler library tells of each object of a heap dump: id, size and retained size, as longs. */
public class RetainedByNetBeans {
    /** @param args the dump, and the file to write */
    public static void main(String[] args) throws IOException {
        Heap heap = HeapFactory.createHeap(new File(args[0]), 0);
        try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(args[1])))) {
            for (Iterator<?> each = heap.getAllInstancesIterator(); each.hasNext(); ) write(out, (Instance) each.next());
            for (Object each : heap.getAllClasses()) {
                Instance ofClass = heap.getInstanceByID(((JavaClass) each).getJavaClassId());
                if (ofClass != null) write(out, ofClass);
            }
        }
    }

    private static void write(DataOutputStream out, Instance object) throws IOException {
        out.writeLong(object.getInstanceId());
        out.writeLong(object.getSize());
        out.writeLong(object.getRetainedSize());
    }
}

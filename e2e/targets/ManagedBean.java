import java.lang.management.ManagementFactory;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** A managed bean, whose attributes and operations the JDK's server calls by reflection: 1,000 times each. */
public class ManagedBean {
    public interface CounterMBean {
        int getCount();

        void setCount(int count);

        int more(int by);
    }

    public static class Counter implements CounterMBean {
        int count;

        @Override
        public int getCount() {
            return count;
        }

        @Override
        public void setCount(int count) {
            this.count = count;
        }

        @Override
        public int more(int by) {
            return plus(by);
        }

        int plus(int by) {
            return count + by;
        }
    }

    static final int TIMES = 1000;
    static final MBeanServer SERVER = ManagementFactory.getPlatformMBeanServer();
    static ObjectName name;
    static int sum;

    public static void main(String[] args) throws Exception {
        name = new ObjectName("sluice:type=Counter");
        SERVER.registerMBean(new Counter(), name);
        Target.serve(args, ManagedBean::root);
    }

    static void root() throws Exception {
        for (int i = 0; i < TIMES; i++) {
            SERVER.setAttribute(name, new javax.management.Attribute("Count", i));
            sum += (int) SERVER.getAttribute(name, "Count");
            sum += (int) SERVER.invoke(name, "more", new Object[] {i}, new String[] {"int"});
        }
    }
}

import com.sun.jdi.Bootstrap;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.AttachingConnector;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * Breaks in a method, and at the first hit redefines a class there: Debugger PORT CLASS::METHOD CLASS FILE all|thread, the last for whom
 * the breakpoint holds. Prints READY, and SWAPPED when the class is swapped.
 */
public final class Debugger {
    private Debugger() {}

    public static void main(String[] args) throws Exception {
        VirtualMachine vm = attach(args[0]);
        String[] method = args[1].split("::");
        BreakpointRequest breakpoint = vm.eventRequestManager()
                .createBreakpointRequest(type(vm, method[0]).methodsByName(method[1]).get(0).location());
        breakpoint.setSuspendPolicy(args[4].equals("all") ? EventRequest.SUSPEND_ALL : EventRequest.SUSPEND_EVENT_THREAD);
        breakpoint.enable();
        System.out.println("READY");
        try {
            while (true) {
                EventSet events = vm.eventQueue().remove();
                for (Event event : events) {
                    if (!(event instanceof BreakpointEvent)) continue;
                    vm.redefineClasses(Map.of(type(vm, args[2]), Files.readAllBytes(Path.of(args[3]))));
                    breakpoint.disable();
                    System.out.println("SWAPPED");
                }
                events.resume();
            }
        } catch (VMDisconnectedException ended) {
            // so does this
        }
    }

    private static VirtualMachine attach(String port) throws Exception {
        for (AttachingConnector connector : Bootstrap.virtualMachineManager().attachingConnectors()) {
            if (!connector.name().equals("com.sun.jdi.SocketAttach")) continue;
            Map<String, Connector.Argument> arguments = connector.defaultArguments();
            arguments.get("hostname").setValue("127.0.0.1");
            arguments.get("port").setValue(port);
            return connector.attach(arguments);
        }
        throw new IllegalStateException("no connector");
    }

    private static ReferenceType type(VirtualMachine vm, String name) {
        return vm.classesByName(name).get(0);
    }
}

import com.sun.tools.attach.VirtualMachine;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.graalvm.visualvm.lib.jfluid.ProfilerEngineSettings;
import org.graalvm.visualvm.lib.jfluid.TargetAppRunner;
import org.graalvm.visualvm.lib.jfluid.client.AppStatusHandler;
import org.graalvm.visualvm.lib.jfluid.client.ClientUtils;
import org.graalvm.visualvm.lib.jfluid.client.ProfilingPointsProcessor;
import org.graalvm.visualvm.lib.jfluid.client.RuntimeProfilingPoint;
import org.graalvm.visualvm.lib.jfluid.filters.JavaTypeFilter;
import org.graalvm.visualvm.lib.jfluid.global.CommonConstants;
import org.graalvm.visualvm.lib.jfluid.global.Platform;
import org.graalvm.visualvm.lib.jfluid.results.ProfilingResultsDispatcher;
import org.graalvm.visualvm.lib.jfluid.results.cpu.CPUCallGraphBuilder;
import org.graalvm.visualvm.lib.jfluid.results.cpu.CPUResultsSnapshot;
import org.graalvm.visualvm.lib.jfluid.results.cpu.FlatProfileContainer;
import org.graalvm.visualvm.lib.jfluid.results.cpu.PrestimeCPUCCTNode;

/**
 * Records one program with the engine of VisualVM, without its window: all calls below a root, lazily revealed, by the
 * absolute timer, core classes left out. Prints {@code PEER <name> <value>} lines; attached also {@code PEER first} with the first
 * results, {@code PEER detaching} and {@code PEER detached}, each when it is so.
 *
 * <pre>
 *     VisualVmEngine calibrate ENGINE_FOLDER JAVA PORT
 *     VisualVmEngine record    ENGINE_FOLDER JAVA PORT ROOT_CLASS ROOT_METHOD ROOT_DESCRIPTOR JAVA_ARGUMENT...
 *     VisualVmEngine attach    ENGINE_FOLDER JAVA PORT ROOT_CLASS ROOT_METHOD ROOT_DESCRIPTOR PID MILLISECONDS
 * </pre>
 */
public final class VisualVmEngine implements CommonConstants {
    private static final String LEFT_OUT = "java.**,javax.**,sun.**,jdk.**";

    private final String engineFolder;
    private final String java;
    private final int port;
    private final CountDownLatch ended = new CountDownLatch(1);
    private TargetAppRunner runner;
    /** As its results begin it: {@code a.B.method(}. */
    private String root;

    private VisualVmEngine(String engineFolder, String java, int port) {
        this.engineFolder = engineFolder;
        this.java = java;
        this.port = port;
    }

    public static void main(String[] args) throws Exception {
        VisualVmEngine engine = new VisualVmEngine(args[1], args[2], Integer.parseInt(args[3]));
        if (args[0].equals("calibrate")) {
            engine.calibrate();
        } else {
            ClientUtils.SourceCodeSelection root = new ClientUtils.SourceCodeSelection(args[4], args[5], args[6]);
            if (args[0].equals("attach")) engine.attach(root, args[7], Long.parseLong(args[8]));
            else engine.record(root, Arrays.asList(args).subList(7, args.length));
        }
        System.out.flush();
        Runtime.getRuntime().halt(0);
    }

    private static void print(String name, Object value) {
        System.out.println("PEER " + name + " " + value);
    }

    private ProfilerEngineSettings settings() throws Exception {
        ProfilerEngineSettings settings = new ProfilerEngineSettings();
        settings.initialize(engineFolder + "/lib");
        settings.setPortNo(port);
        settings.setSeparateConsole(false);
        settings.setTargetJVMExeFile(java);
        settings.setTargetJDKVersionString(Platform.getJDKVersionString(javaVersion()));
        settings.setSystemArchitecture(Platform.getSystemArchitecture());
        settings.setRemoteHost("");
        settings.setMainClassPath("");
        settings.setCPUProfilingType(CPU_INSTR_FULL);
        settings.setInstrScheme(INSTRSCHEME_LAZY);
        settings.setInstrumentGetterSetterMethods(true);
        settings.setInstrumentEmptyMethods(true);
        settings.setInstrumentMethodInvoke(true);
        settings.setExcludeWaitTime(true);
        settings.setAbsoluteTimerOn(true);
        settings.setThreadCPUTimerOn(false);
        settings.setThreadsMonitoringEnabled(false);
        settings.setInstrumentationFilter(new JavaTypeFilter(LEFT_OUT, JavaTypeFilter.TYPE_EXCLUSIVE));
        return settings;
    }

    private String javaVersion() throws Exception {
        Process process = new ProcessBuilder(java, "-XshowSettings:properties", "-version").redirectErrorStream(true).start();
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
            for (String line; (line = lines.readLine()) != null; ) {
                if (line.trim().startsWith("java.version = ")) return line.trim().substring("java.version = ".length());
            }
        }
        throw new IllegalStateException(java + " does not tell its version");
    }

    private void calibrate() throws Exception {
        runner = new TargetAppRunner(settings(), silent(AppStatusHandler.class, this::told), new NoPoints());
        print("calibrated", runner.calibrateInstrumentationCode());
    }

    private void record(ClientUtils.SourceCodeSelection root, List<String> arguments) throws Exception {
        ProfilerEngineSettings settings = settings();
        initiate(settings, root);
        Process target = start(settings, arguments);
        try {
            if (!runner.initiateSession(1, false) || !runner.attachToTargetVMOnStartup()) {
                throw new IllegalStateException("the target could not be attached to");
            }
            while (!ended.await(200, TimeUnit.MILLISECONDS)) {
                if (!target.isAlive()) throw new IllegalStateException("the target ended without a word");
            }
            target.waitFor(60, TimeUnit.SECONDS);
        } finally {
            target.destroyForcibly();
        }
    }

    private void attach(ClientUtils.SourceCodeSelection root, String pid, long millis) throws Exception {
        ProfilerEngineSettings settings = settings();
        settings.setInstrumentObjectInit(true);
        VirtualMachine vm = VirtualMachine.attach(pid);
        try {
            vm.loadAgent(settings.getJFluidRootDirName() + "/jfluid-server-15.jar", String.valueOf(port));
        } finally {
            vm.detach();
        }
        initiate(settings, root);
        if (!runner.initiateSession(2, false) || !runner.attachToTargetVM()) {
            throw new IllegalStateException("the target could not be attached to");
        }
        Thread.sleep(millis);
        printResults(1_000);
        print("detaching", 0);
        runner.prepareDetachFromTargetJVM();
        runner.getProfilerClient().removeAllInstrumentation(false);
        runner.detachFromTargetJVM();
        print("detached", 0);
    }

    private void initiate(ProfilerEngineSettings settings, ClientUtils.SourceCodeSelection root) throws Exception {
        this.root = root.getClassName() + "." + root.getMethodName() + "(";
        settings.setInstrumentationRootMethods(new ClientUtils.SourceCodeSelection[] {root});
        runner = new TargetAppRunner(settings, silent(AppStatusHandler.class, this::told), new NoPoints());
        if (!runner.readSavedCalibrationData()) throw new IllegalStateException("calibrate first");
        CPUCallGraphBuilder graph = new CPUCallGraphBuilder();
        ProfilingResultsDispatcher.getDefault().addListener(graph);
        graph.startup(runner.getProfilerClient());
        runner.getProfilerClient().registerCPUCCTProvider(graph);
        runner.getProfilerClient().initiateRecursiveCPUProfInstrumentation(settings.getInstrumentationRootMethods());
    }

    private Process start(ProfilerEngineSettings settings, List<String> arguments) throws Exception {
        String folder = settings.getJFluidRootDirName();
        String library = Platform.getAgentNativeLibFullName(folder, false, settings.getTargetJDKVersionString(), -1);
        List<String> command = new ArrayList<>(List.of(java, "-agentpath:" + library + "=" + folder + "," + port));
        command.addAll(arguments);
        Process target = new ProcessBuilder(command).redirectErrorStream(true).start();
        Thread output = new Thread(() -> {
            try (BufferedReader lines = new BufferedReader(new InputStreamReader(target.getInputStream()))) {
                for (String line; (line = lines.readLine()) != null; ) if (line.startsWith("WATCH ")) System.out.println(line);
            } catch (java.io.IOException closed) {
                // the target is gone
            }
        });
        output.setDaemon(true);
        output.start();
        return target;
    }

    /** While the target waits in its shutdown hook; one that was attached to goes on. */
    private void printResults(long limitMs) throws Exception {
        runner.getProfilerClient().forceObtainedResultsDump(false, 15);
        awaitProcessing(limitMs);
        print("instrumented", runner.getProfilingSessionStatus().getNInstrMethods() - 1); // the first is no method
        CPUResultsSnapshot results = runner.getProfilerClient().getCPUProfilingResultsSnapshot(false);
        FlatProfileContainer methods = results.getFlatProfile(-1, CPUResultsSnapshot.METHOD_LEVEL_VIEW);
        long calls = 0;
        long rootCalls = 0;
        int called = 0;
        for (int row = 0; row < methods.getNRows(); row++) {
            calls += methods.getNInvocationsAtRow(row);
            if (methods.getMethodNameAtRow(row).startsWith(root)) rootCalls += methods.getNInvocationsAtRow(row);
            if (methods.getNInvocationsAtRow(row) > 0) called++;
        }
        print("calls", calls);
        print("rootCalls", rootCalls);
        print("called", called);
        print("chargedUs", charged(results.getRootNode(CPUResultsSnapshot.METHOD_LEVEL_VIEW)));
    }

    /** Of all roots of all threads, in microseconds. */
    private static long charged(PrestimeCPUCCTNode node) {
        if (!node.isThreadNode() && node.getParent() != null) return node.getTotalTime0();
        long sum = 0;
        for (int i = 0; i < node.getNChildren(); i++) sum += charged((PrestimeCPUCCTNode) node.getChild(i));
        return sum;
    }

    /**
     * Results asked for before its queue of buffers is empty miss calls; nothing public tells how long that is.
     *
     * @param limitMs a target that goes on may never let it be empty
     */
    private static void awaitProcessing(long limitMs) throws Exception {
        Field length = ProfilingResultsDispatcher.class.getDeclaredField("cpuDataProcessorQLength");
        length.setAccessible(true);
        long began = System.currentTimeMillis();
        for (int quiet = 0; quiet < 5 && System.currentTimeMillis() - began < limitMs; Thread.sleep(10)) {
            quiet = length.getInt(ProfilingResultsDispatcher.getDefault()) == 0 ? quiet + 1 : 0;
        }
    }

    /** What the engine tells its window: only the end and errors matter. */
    private Object told(Object proxy, Method method, Object[] arguments) throws Exception {
        String name = method.getName();
        if (name.startsWith("displayError") || name.startsWith("displayWarning")) print("failed", arguments[0]);
        if (name.equals("resultsAvailable")) print("first", 0);
        if (name.equals("handleShutdown")) {
            try {
                printResults(Long.MAX_VALUE);
            } finally {
                ended.countDown();
            }
        }
        if (method.getReturnType() == boolean.class) return true;
        return method.getReturnType().isInterface() ? silent(method.getReturnType(), (of, call, with) -> null) : null;
    }

    private static <T> T silent(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(VisualVmEngine.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private static final class NoPoints extends ProfilingPointsProcessor {
        @Override
        public RuntimeProfilingPoint[] getSupportedProfilingPoints() {
            return new RuntimeProfilingPoint[0];
        }

        @Override
        public void init(Object project) {}

        @Override
        public void profilingPointHit(RuntimeProfilingPoint.HitEvent event) {}

        @Override
        public void timeAdjust(int thread, long timeDifference, long threadTimeDifference) {}
    }
}

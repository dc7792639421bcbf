package sluice.agent;

import java.lang.module.ResolvedModule;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * What is the JDK's own: the modules of its run-time image that the boot and the platform loader define, and those tools of it
 * that the loader of the application defines (jdk.compiler). An image that jlink made has modules of the program too: these the
 * loader of the application defines, under other names. Where a class comes from decides, not its name: what is appended to the
 * boot class path, a module that replaces one of the JDK's (--upgrade-module-path) and a library's own org.w3c.dom are the
 * program's. Patches of a module (--patch-module) are of that module.
 */
final class CoreModules {
    /** Of all modules of the JDK that are no standard ones: JEP 200. Modules that it makes while it runs are named so too. */
    private static final String JDK_PREFIX = "jdk.";

    private static final Set<Module> MODULES = find();
    /** Packages that no module of the JDK exports to all. */
    private static final Set<String> CONCEALED = findConcealed();

    private CoreModules() {}

    /** @param name as Class.getName() */
    static boolean contains(Module module, String name) {
        if (module == null) return false;
        if (!module.isNamed()) return isOfOwnLoader(module.getClassLoader(), name);
        if (MODULES.contains(module)) return true;
        return module.getLayer() == null && module.getName().startsWith(JDK_PREFIX); // jdk.proxy1: made for proxies
    }

    /** @return the names of all packages, in order: what classes will be that are not loaded yet */
    static String[] packages() {
        TreeSet<String> names = new TreeSet<>();
        for (Module module : MODULES) names.addAll(module.getPackages());
        return names.toArray(new String[0]);
    }

    /**
     * Loaders of the JDK's own use define code of the JDK without a module: what reflection spins (JDK 17), and the Trampoline of
     * sun.reflect.misc.MethodUtil. Others of its loaders define the program's, which has no package that the JDK conceals.
     */
    private static boolean isOfOwnLoader(ClassLoader loader, String name) {
        return loader != null && CONCEALED.contains(packageOf(name)) && CONCEALED.contains(loader.getClass().getPackageName());
    }

    private static String packageOf(String name) {
        return name.substring(0, Math.max(0, name.lastIndexOf('.')));
    }

    private static Set<String> findConcealed() {
        Set<String> names = new HashSet<>();
        for (Module module : MODULES) {
            for (String name : module.getPackages()) if (!module.isExported(name)) names.add(name);
        }
        return names;
    }

    private static Set<Module> find() {
        ModuleLayer boot = ModuleLayer.boot();
        String image = folderOf(boot, Object.class.getModule());
        Set<Module> found = new HashSet<>();
        for (Module module : boot.modules()) {
            if (folderOf(boot, module).equals(image) && isOfJdk(module)) found.add(module);
        }
        return found;
    }

    private static boolean isOfJdk(Module module) {
        ClassLoader loader = module.getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) return true;
        return module.getName().startsWith(JDK_PREFIX);
    }

    /** Where its content lies: "jrt:/" in the image; of a JDK that was built and not linked a folder. */
    private static String folderOf(ModuleLayer layer, Module module) {
        ResolvedModule resolved = layer.configuration().findModule(module.getName()).orElse(null);
        URI location = resolved == null ? null : resolved.reference().location().orElse(null);
        if (location == null) return "";
        String text = location.toString();
        int end = text.endsWith("/") ? text.length() - 1 : text.length();
        return text.substring(0, text.lastIndexOf('/', end - 1) + 1);
    }
}

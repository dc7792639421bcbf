package sluice.agent;

public final class ClassRegistryTest {
    private final ClassRegistry registry = new ClassRegistry();

    public void a_class_that_is_loading_is_expected_until_it_turns_up() {
        int loaderId = registry.loaderId(ClassRegistryTest.class.getClassLoader());
        int classId = registry.loadingClassId(loaderId, "sluice.agent.ClassRegistryTest");
        Check.equal(registry.isExpected(classId), true);
        Check.equal(registry.loadedClass(classId) == null, true);
        registry.meet(new Class<?>[] {int.class, ClassRegistryTest[].class, ClassRegistryTest.class});
        Check.equal(registry.isExpected(classId), false);
        Check.equal(registry.loadedClass(classId) == ClassRegistryTest.class, true);
        Check.equal(registry.classId(ClassRegistryTest.class), classId);
    }

    public void another_loader_may_load_the_same_name_and_is_waited_for_by_itself() {
        int loaderId = registry.loaderId(ClassRegistryTest.class.getClassLoader());
        int ours = registry.loadingClassId(loaderId, "sluice.agent.ClassRegistryTest");
        int others = registry.loadingClassId(loaderId + 1, "sluice.agent.ClassRegistryTest");
        Check.equal(registry.classId(ClassRegistryTest.class), ours);
        Check.equal(registry.isExpected(ours), false);
        Check.equal(registry.isExpected(others), true);
    }

    public void a_class_that_nobody_announced_is_never_expected() {
        int classId = registry.classId(String.class);
        Check.equal(registry.isExpected(classId), false);
        Check.equal(registry.knownClassId(Integer.class), 0);
    }

    public void that_a_hundred_thousand_classes_load_does_not_make_a_look_slow() {
        int count = 100_000;
        for (int i = 0; i < count; i++) registry.loadingClassId(1, "a.B" + i);
        long startNs = System.nanoTime();
        int expected = 0;
        for (int id = 1; id <= count; id++) expected += registry.isExpected(id) ? 1 : 0;
        Check.equal(expected, count);
        // Each look was one at all of them: minutes.
        Check.equal(System.nanoTime() - startNs < 5_000_000_000L, true);
    }
}

/** All programs of this folder but Escape, one after the other: e2e/seeds.spec.ts has their sums by hand. */
public class Seeds {
    public static void main(String[] args) throws Exception {
        Foo.main(args);
        Objs.main(args);
        Arrs.main(args);
        srv.Main.main(args);
    }
}

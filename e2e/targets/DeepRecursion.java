/** A call tree 5,000 levels deep, entered twice. */
public class DeepRecursion {
    static int sum;

    public static void main(String[] args) throws Exception {
        Target.serve(args, DeepRecursion::root);
    }

    static void root() {
        for (int i = 0; i < 2; i++) sum += down(4999);
    }

    static int down(int levels) {
        return levels == 0 ? 0 : 1 + down(levels - 1);
    }
}

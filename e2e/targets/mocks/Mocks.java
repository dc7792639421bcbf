import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.when;

/** Mockito's inline mock maker writes code around the methods of final classes, which skips their bodies: calls of them are calls all the same. */
public final class Mocks {
    static final class Fin {
        int f(int i) {
            if (i == -7) throw new IllegalStateException();
            return i;
        }
    }

    private Mocks() {}

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < 10; i++) sum += real(new Fin(), i);
        Fin mocked = mock(Fin.class);
        when(mocked.f(anyInt())).thenReturn(3);
        for (int i = 0; i < 80; i++) sum += root(mocked, i) + root(new Fin(), i);
        System.out.println(sum);
    }

    static int real(Fin fin, int i) {
        return root(fin, i);
    }

    static int root(Fin fin, int i) {
        return fin.f(i) + fin.f(i + 1) + fin.f(i + 2);
    }
}

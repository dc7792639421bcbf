import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.mockConstruction;
import static org.mockito.Mockito.mockStatic;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.when;

import org.mockito.MockedConstruction;
import org.mockito.MockedStatic;

/** Inline mocks put their advice into classes of the program: final ones, static methods, constructors, spies. Another agent in the same JVM. */
public class MockitoInline {
    static final class Shop {
        int price(int item) {
            return doubled(item) + 1;
        }

        private int doubled(int item) {
            return 2 * item;
        }
    }

    static class Rates {
        static int rate() {
            return 7;
        }
    }

    static class Till {
        int sum(Shop shop, int items) {
            int sum = 0;
            for (int i = 0; i < items; i++) sum += shop.price(i) * Rates.rate();
            return sum;
        }
    }

    public static void main(String[] args) throws Exception {
        Target.serve(args, () -> System.out.println("RESULT " + root()));
    }

    static String root() {
        int before = new Till().sum(new Shop(), 10);
        Shop mocked = mock(Shop.class);
        when(mocked.price(anyInt())).thenReturn(3);
        int withMock = new Till().sum(mocked, 10);
        verify(mocked, times(10)).price(anyInt());
        Shop spied = spy(new Shop());
        when(spied.price(2)).thenReturn(100);
        int withSpy = new Till().sum(spied, 10);
        int withStatic;
        try (MockedStatic<Rates> rates = mockStatic(Rates.class)) {
            rates.when(Rates::rate).thenReturn(1);
            withStatic = new Till().sum(new Shop(), 10);
        }
        int made;
        try (MockedConstruction<Shop> shops = mockConstruction(Shop.class, (shop, context) -> when(shop.price(anyInt())).thenReturn(5))) {
            made = new Till().sum(new Shop(), 10);
        }
        return before + " " + withMock + " " + withSpy + " " + withStatic + " " + made + " " + new Till().sum(new Shop(), 10);
    }
}

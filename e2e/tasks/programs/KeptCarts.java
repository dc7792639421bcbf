package carts;

import java.util.HashMap;
import java.util.Map;

/** Opens a cart for each visitor, and never closes one: the table of open carts holds them all. */
public class KeptCarts {
    static final int CARTS = 20_000;

    static final class Cart {
        final byte[] picture = new byte[1_000];
    }

    static final class OpenCarts {
        static final Map<Integer, Cart> BY_VISITOR = new HashMap<>();

        static void open(int visitor) {
            BY_VISITOR.put(visitor, new Cart());
        }
    }

    public static void main(String[] args) throws Exception {
        for (int visitor = 0; visitor < CARTS; visitor++) OpenCarts.open(visitor);
        System.out.println("READY");
        System.in.read();
    }
}

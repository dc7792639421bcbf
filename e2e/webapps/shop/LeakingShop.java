package shop;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A shop that leaks in four ways with its requests: an entry per session, a listener, what a thread holds, a class loader with each 25th. */
public class LeakingShop extends HttpServlet {
    static final class Cart {
        final byte[] items = new byte[200];
    }

    interface PriceListener {
        void changed(int price);
    }

    static final class ShownPrice implements PriceListener {
        int price;

        @Override
        public void changed(int newPrice) {
            price = newPrice;
        }
    }

    /** Tells of prices; nobody unsubscribes. */
    static final class PriceFeed {
        private final List<PriceListener> subscribed = new ArrayList<>();

        synchronized void subscribe(PriceListener listener) {
            subscribed.add(listener);
        }
    }

    static final class AuditStep {
        final long atNs = System.nanoTime();
    }

    private static final Map<String, Cart> CARTS = new ConcurrentHashMap<>();
    private static final PriceFeed PRICES = new PriceFeed();
    private static final ThreadLocal<List<AuditStep>> AUDIT = ThreadLocal.withInitial(ArrayList::new);
    private static final List<Runnable> DISCOUNTS = new ArrayList<>();

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        int number = Integer.parseInt(request.getParameter("number"));
        openCart(request);
        showPrice();
        audit();
        if (number % 25 == 0) loadDiscounts();
        response.setContentType("text/plain");
        response.getWriter().print("order " + number);
    }

    /** The session ends, its cart stays. */
    private static void openCart(HttpServletRequest request) {
        CARTS.put(request.getSession().getId(), new Cart());
        request.getSession().invalidate();
    }

    private static void showPrice() {
        PRICES.subscribe(new ShownPrice());
    }

    private static void audit() {
        AUDIT.get().add(new AuditStep());
    }

    /** Each time by another loader, as a shop does whose plug-ins can be replaced while it runs. */
    private void loadDiscounts() throws IOException {
        URL plugins = new File(getServletContext().getRealPath("/WEB-INF/plugins")).toURI().toURL();
        ClassLoader loader = new URLClassLoader(new URL[] {plugins}, LeakingShop.class.getClassLoader());
        try {
            Object discount = loader.loadClass("plugins.Discount").getConstructor().newInstance();
            synchronized (DISCOUNTS) {
                DISCOUNTS.add((Runnable) discount);
            }
        } catch (ReflectiveOperationException broken) {
            throw new IOException(broken);
        }
    }
}

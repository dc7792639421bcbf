package plugins;

import java.util.ArrayList;
import java.util.List;

/** What a class loader of its own has loaded. */
public class Discount implements Runnable {
    private static final List<Object> RATES = new ArrayList<>();

    @Override
    public void run() {
        RATES.add(this);
    }
}

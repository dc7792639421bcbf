package booking.service;

import booking.model.Category;
import io.micronaut.cache.annotation.Cacheable;
import jakarta.inject.Singleton;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.util.EnumSet;
import java.util.Set;

@Singleton
public class Prices {
    private static final Set<DayOfWeek> WEEKEND = EnumSet.of(DayOfWeek.FRIDAY, DayOfWeek.SATURDAY);

    /** Of all nights together. */
    @Cacheable("prices")
    public int priceOf(Category category, int beds, LocalDate arrival, int nights) {
        return arrival.datesUntil(arrival.plusDays(nights))
                .mapToInt(night -> category.priceOf(beds, WEEKEND.contains(night.getDayOfWeek())))
                .sum();
    }
}

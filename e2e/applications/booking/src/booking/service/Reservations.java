package booking.service;

import booking.model.Booking;
import booking.model.Room;
import booking.store.Bookings;
import booking.store.Rooms;
import jakarta.inject.Singleton;
import jakarta.transaction.Transactional;
import java.time.LocalDate;
import java.util.List;
import java.util.NoSuchElementException;

@Singleton
@Transactional
public class Reservations {
    private final Rooms rooms;
    private final Bookings bookings;
    private final Prices prices;

    Reservations(Rooms rooms, Bookings bookings, Prices prices) {
        this.rooms = rooms;
        this.bookings = bookings;
        this.prices = prices;
    }

    public List<Offer> offers(int beds, LocalDate arrival, int nights) {
        return rooms.findFree(beds, arrival, arrival.plusDays(nights)).stream()
                .map(room -> new Offer(room.number(), room.beds(), priceOf(room, arrival, nights)))
                .toList();
    }

    /** @throws IllegalStateException somebody else has the room in one of these nights */
    public Booking book(int number, String guest, LocalDate arrival, int nights) {
        Room room = rooms.findById(number).orElseThrow(() -> new NoSuchElementException("room " + number));
        LocalDate until = arrival.plusDays(nights);
        if (bookings.existsByRoomAndArrivalBeforeAndUntilAfter(number, until, arrival)) {
            throw new IllegalStateException("room " + number + " is taken");
        }
        return bookings.save(new Booking(null, number, guest, arrival, until, priceOf(room, arrival, nights)));
    }

    public void cancel(int id) {
        bookings.deleteById(id);
    }

    private int priceOf(Room room, LocalDate arrival, int nights) {
        return prices.priceOf(room.category(), room.beds(), arrival, nights);
    }
}

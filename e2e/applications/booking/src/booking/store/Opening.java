package booking.store;

import booking.model.Category;
import booking.model.Room;
import io.micronaut.context.event.ApplicationEventListener;
import io.micronaut.context.event.StartupEvent;
import jakarta.inject.Singleton;
import java.util.stream.IntStream;

/** The rooms that there are: the same each time. */
@Singleton
class Opening implements ApplicationEventListener<StartupEvent> {
    static final int ROOMS = 60;
    static final int MOST_BEDS = 4;

    private final Rooms rooms;

    Opening(Rooms rooms) {
        this.rooms = rooms;
    }

    @Override
    public void onApplicationEvent(StartupEvent event) {
        rooms.saveAll(IntStream.range(0, ROOMS).mapToObj(Opening::room).toList());
    }

    private static Room room(int number) {
        return new Room(number, 1 + number % MOST_BEDS, number % 5 == 0 ? Category.SUITE : Category.PLAIN);
    }
}

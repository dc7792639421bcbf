package booking.store;

import booking.model.Booking;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import io.micronaut.data.repository.CrudRepository;
import java.time.LocalDate;

@JdbcRepository(dialect = Dialect.H2)
public interface Bookings extends CrudRepository<Booking, Integer> {
    boolean existsByRoomAndArrivalBeforeAndUntilAfter(int room, LocalDate until, LocalDate arrival);
}

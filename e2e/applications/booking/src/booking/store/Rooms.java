package booking.store;

import booking.model.Room;
import io.micronaut.data.annotation.Query;
import io.micronaut.data.jdbc.annotation.JdbcRepository;
import io.micronaut.data.model.query.builder.sql.Dialect;
import io.micronaut.data.repository.CrudRepository;
import java.time.LocalDate;
import java.util.List;

@JdbcRepository(dialect = Dialect.H2)
public interface Rooms extends CrudRepository<Room, Integer> {
    @Query("""
            select * from room where beds >= :beds and number not in
            (select room from booking where arrival < :until and until > :arrival) order by number""")
    List<Room> findFree(int beds, LocalDate arrival, LocalDate until);
}

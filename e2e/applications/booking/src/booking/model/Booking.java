package booking.model;

import io.micronaut.core.annotation.Nullable;
import io.micronaut.data.annotation.GeneratedValue;
import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.MappedEntity;
import java.time.LocalDate;

/** @param until the day of departure: the room is free in that night */
@MappedEntity
public record Booking(
        @Id @GeneratedValue @Nullable Integer id, int room, String guest, LocalDate arrival, LocalDate until, int price) {}

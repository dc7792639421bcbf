package booking.web;

import booking.model.Booking;
import booking.service.Offer;
import booking.service.Reservations;
import io.micronaut.http.HttpStatus;
import io.micronaut.http.annotation.Body;
import io.micronaut.http.annotation.Controller;
import io.micronaut.http.annotation.Delete;
import io.micronaut.http.annotation.Error;
import io.micronaut.http.annotation.Get;
import io.micronaut.http.annotation.Post;
import io.micronaut.http.annotation.QueryValue;
import io.micronaut.http.annotation.Status;
import io.micronaut.scheduling.TaskExecutors;
import io.micronaut.scheduling.annotation.ExecuteOn;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;

@Controller("/api")
@ExecuteOn(TaskExecutors.BLOCKING)
class BookingController {
    private final Reservations reservations;

    BookingController(Reservations reservations) {
        this.reservations = reservations;
    }

    @Get("/offers")
    List<Offer> offers(
            @QueryValue @Min(1) int beds, @QueryValue LocalDate arrival, @QueryValue @Min(1) @Max(30) int nights) {
        return reservations.offers(beds, arrival, nights);
    }

    @Post("/bookings")
    @Status(HttpStatus.CREATED)
    Booking book(@Valid @Body Wanted wanted) {
        return reservations.book(wanted.room(), wanted.guest(), wanted.arrival(), wanted.nights());
    }

    @Delete("/bookings/{id}")
    @Status(HttpStatus.NO_CONTENT)
    void cancel(int id) {
        reservations.cancel(id);
    }

    /** Which requests run on. */
    @Get("/thread")
    Map<String, String> thread() {
        return Map.of("thread", Thread.currentThread().toString());
    }

    @Error
    @Status(HttpStatus.CONFLICT)
    Map<String, String> conflict(IllegalStateException e) {
        return Map.of("error", e.getMessage());
    }
}

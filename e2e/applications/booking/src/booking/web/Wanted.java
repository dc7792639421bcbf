package booking.web;

import io.micronaut.core.annotation.Introspected;
import jakarta.validation.constraints.Email;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import java.time.LocalDate;

@Introspected
record Wanted(@Min(0) int room, @NotBlank @Email String guest, LocalDate arrival, @Min(1) @Max(30) int nights) {}

package booking.model;

import io.micronaut.data.annotation.Id;
import io.micronaut.data.annotation.MappedEntity;

@MappedEntity
public record Room(@Id int number, int beds, Category category) {}

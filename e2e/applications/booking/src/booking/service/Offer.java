package booking.service;

import io.micronaut.core.annotation.Introspected;

@Introspected
public record Offer(int room, int beds, int price) {}

import type { ApplicationSource } from './application.ts';
import { bookingTurn } from './booking/bookingTurn.ts';
import { compilingTurn } from './compiling/compilingTurn.ts';
import { lendingTurn } from './lending/lendingTurn.ts';

/** Big ones, each of a kind that many programs are of. */
export const APPLICATIONS: readonly ApplicationSource[] = [
  {
    name: 'lending',
    what: 'Spring Boot with Tomcat and Hibernate, 20,000 classes',
    mainClass: 'lending.LendingApplication',
    root: { method: 'lending.web.CatalogController::books', requests: /^GET \/books/ },
    turn: lendingTurn,
  },
  {
    name: 'booking',
    what: 'Micronaut with Netty, on virtual threads where there are some, 9,000 classes',
    mainClass: 'booking.BookingApplication',
    root: { method: 'booking.web.BookingController::offers', requests: /^GET \/api\/offers/ },
    turn: bookingTurn,
  },
  {
    name: 'compiling',
    what: 'the compiler of Kotlin as a server, no framework, 12,000 classes',
    mainClass: 'compiling.CompilingServer',
    root: { method: 'compiling.CompileHandler::handle', requests: /^POST \/compile/ },
    turn: compilingTurn,
  },
];

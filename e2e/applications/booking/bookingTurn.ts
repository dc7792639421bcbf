import { check, type Ask, type Turn } from '../load.ts';

const ROOMS = 60;
const MOST_BEDS = 4;
/** Of ten turns so many only look. */
const LOOKS_OF_TEN = 8;
/** Each client has a year of its own, so that its rooms are free. */
const FIRST_YEAR = 2030;

/** Mostly offers; else a room is booked, refused to a second guest and to one without an address, and given back. */
export const bookingTurn: Turn = async (ask, turn, client) => {
  const nights = 1 + (turn % 7);
  const arrival = `${FIRST_YEAR + client}-03-${String(1 + (turn % 20)).padStart(2, '0')}`;
  if (turn % 10 < LOOKS_OF_TEN) await look(ask, 1 + (turn % MOST_BEDS), arrival, nights);
  else await booking(ask, turn % ROOMS, arrival, nights);
};

async function look(ask: Ask, beds: number, arrival: string, nights: number): Promise<void> {
  const text = await ask('GET', `/api/offers?beds=${beds}&arrival=${arrival}&nights=${nights}`, 200);
  const offers = JSON.parse(text) as Offer[];
  const wanted = Array.from({ length: ROOMS }, (_, room) => room).filter((room) => bedsOf(room) >= beds);
  const found = offers.map(({ room }) => room);
  check(String(found) === String(wanted), `rooms with ${beds} beds`, text);
  check(
    offers.every((offer) => offer.beds === bedsOf(offer.room) && isPrice(offer, nights)),
    'prices',
    text,
  );
}

async function booking(ask: Ask, room: number, arrival: string, nights: number): Promise<void> {
  const wanted = { room, guest: 'guest@example.org', arrival, nights };
  const text = await ask('POST', '/api/bookings', 201, JSON.stringify(wanted));
  const booked = JSON.parse(text) as { readonly id: number; readonly price: number };
  check(isPrice({ room, beds: bedsOf(room), price: booked.price }, nights), 'price', text);
  await ask('POST', '/api/bookings', 409, JSON.stringify(wanted));
  await ask('POST', '/api/bookings', 400, JSON.stringify({ ...wanted, guest: 'nobody' }));
  await ask('DELETE', `/api/bookings/${booked.id}`, 204);
}

interface Offer {
  readonly room: number;
  readonly beds: number;
  readonly price: number;
}

const bedsOf = (room: number): number => 1 + (room % MOST_BEDS);

/** A plain room costs 60 for each bed; a suite 150, 40 for each bed, and 50 more at weekends. */
function isPrice({ room, beds, price }: Offer, nights: number): boolean {
  if (room % 5 !== 0) return price === 60 * beds * nights;
  const atWeekends = price - (150 + 40 * beds) * nights;
  return atWeekends % 50 === 0 && atWeekends >= 0 && atWeekends <= 50 * Math.min(nights, 2);
}

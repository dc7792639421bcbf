import { check, type Ask, type Turn } from '../load.ts';

const PAGES = 50;
const BOOKS = 1_000;
/** Of ten requests so many are for a page of books. */
const PAGES_OF_TEN = 8;

/** Mostly pages, and loans that are given back. */
export const lendingTurn: Turn = async (ask, turn, client) => {
  if (turn % 10 < PAGES_OF_TEN) await page(ask, 1 + (turn % PAGES));
  else await loan(ask, 1 + ((turn * 7 + client * 101) % BOOKS), `client${client}@example.org`);
};

async function page(ask: Ask, number: number): Promise<void> {
  const page = await ask('GET', `/books?page=${number}`, 200);
  check(page.includes(`page ${number} of ${PAGES}, ${BOOKS} books`), `page ${number}`, page);
  check(page.match(/\/api\/books\//g)?.length === BOOKS / PAGES, `rows of page ${number}`, page);
}

async function loan(ask: Ask, id: number, member: string): Promise<void> {
  const book = JSON.parse(await ask('GET', `/api/books/${id}`, 200)) as BookAnswer;
  check(book.id === id && book.copies.length > 0, `book ${id}`, JSON.stringify(book));
  const wanted = JSON.stringify({ copy: book.copies[0], member });
  const loan = JSON.parse(await ask('POST', '/api/loans', 201, wanted)) as LoanAnswer;
  check(loan.title === book.title && loan.member === member, 'loan', JSON.stringify(loan));
  await ask('DELETE', `/api/loans/${loan.id}`, 204);
}

interface BookAnswer {
  readonly id: number;
  readonly title: string;
  readonly copies: readonly number[];
}

interface LoanAnswer {
  readonly id: number;
  readonly title: string;
  readonly member: string;
}

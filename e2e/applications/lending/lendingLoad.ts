/** One answered request: when it was sent, as performance.now(), and how long its answer took. */
export interface Answered {
  readonly atMs: number;
  readonly tookMs: number;
}

const PAGES = 50;
const BOOKS = 1_000;
/** Of ten requests so many are for a page of books. */
const PAGES_OF_TEN = 8;

/**
 * A client of the lending library that asks, one request after the other, until it is stopped: mostly pages, and loans that it gives
 * back. It checks each answer.
 */
export class LendingLoad {
  readonly answered: Answered[] = [];
  readonly #address: string;
  readonly #member: string;
  #stopped = false;
  readonly #done: Promise<void>;

  /** @param client its number: several do not disturb each other */
  constructor(address: string, client: number) {
    this.#address = address;
    this.#member = `client${client}@example.org`;
    this.#done = this.#run(client);
    this.#done.catch(() => {}); // stop() tells
  }

  /** The longest answer to a request that was under way between two moments of performance.now(), in milliseconds. */
  longestMs(fromMs: number, toMs: number): number {
    const within = this.answered.filter(({ atMs, tookMs }) => atMs + tookMs >= fromMs && atMs <= toMs);
    return Math.max(0, ...within.map(({ tookMs }) => tookMs));
  }

  /** @throws Error an answer was not what it had to be */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #run(client: number): Promise<void> {
    for (let turn = client; !this.#stopped; turn++) {
      if (turn % 10 < PAGES_OF_TEN) await this.#page(1 + (turn % PAGES));
      else await this.#loan(1 + ((turn * 7 + client * 101) % BOOKS));
    }
  }

  async #page(number: number): Promise<void> {
    const page = await this.#ask('GET', `/books?page=${number}`, 200);
    check(page.includes(`page ${number} of ${PAGES}, ${BOOKS} books`), `page ${number}`, page);
    check(page.match(/\/api\/books\//g)?.length === BOOKS / PAGES, `rows of page ${number}`, page);
  }

  async #loan(id: number): Promise<void> {
    const book = JSON.parse(await this.#ask('GET', `/api/books/${id}`, 200)) as BookAnswer;
    check(book.id === id && book.copies.length > 0, `book ${id}`, JSON.stringify(book));
    const wanted = JSON.stringify({ copy: book.copies[0], member: this.#member });
    const loan = JSON.parse(await this.#ask('POST', '/api/loans', 201, wanted)) as LoanAnswer;
    check(loan.title === book.title && loan.member === this.#member, 'loan', JSON.stringify(loan));
    await this.#ask('DELETE', `/api/loans/${loan.id}`, 204);
  }

  async #ask(method: string, path: string, status: number, body: string | null = null): Promise<string> {
    const atMs = performance.now();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.#address}${path}`, { method, body, headers });
    const text = await answer.text();
    this.answered.push({ atMs, tookMs: performance.now() - atMs });
    check(answer.status === status, `${method} ${path} was answered with ${answer.status}`, text);
    return text;
  }
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

function check(isRight: boolean, what: string, answer: string): void {
  if (!isRight) throw new Error(`wrong: ${what}: ${answer.slice(0, 500)}`);
}

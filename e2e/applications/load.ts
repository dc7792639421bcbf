/** One answered request: when it was sent, as performance.now(), and how long its answer took. */
export interface Answered {
  /** "GET /books?page=3" */
  readonly request: string;
  readonly atMs: number;
  readonly tookMs: number;
}

/**
 * Sends one request.
 * @returns the body of the answer
 * @throws Error it was answered with another status
 */
export type Ask = (method: string, path: string, status: number, body?: string) => Promise<string>;

/**
 * The requests of one turn, one after the other, that leave the application as it was.
 * @param client several do not disturb each other
 * @throws Error an answer was not what it had to be
 */
export type Turn = (ask: Ask, turn: number, client: number) => Promise<void>;

/** A client that takes one turn after the other until it is stopped. */
export class Load {
  readonly answered: Answered[] = [];
  readonly #address: string;
  #stopped = false;
  readonly #done: Promise<void>;

  constructor(address: string, turn: Turn, client: number) {
    this.#address = address;
    this.#done = this.#run(turn, client);
    this.#done.catch(() => {}); // stop() tells
  }

  /** The longest answer to a request that was under way between two moments of performance.now(), in milliseconds. */
  longestMs(fromMs: number, toMs: number): number {
    const within = this.answered.filter(({ atMs, tookMs }) => atMs + tookMs >= fromMs && atMs <= toMs);
    return Math.max(0, ...within.map(({ tookMs }) => tookMs));
  }

  /** How long the answers to some requests took that were sent between two moments of performance.now(), in milliseconds. */
  tookMs(requests: RegExp, fromMs: number, toMs: number): number[] {
    return this.answered
      .filter(({ request, atMs }) => requests.test(request) && atMs >= fromMs && atMs < toMs)
      .map(({ tookMs }) => tookMs);
  }

  /** @throws Error an answer was not what it had to be */
  async stop(): Promise<void> {
    this.#stopped = true;
    await this.#done;
  }

  async #run(turn: Turn, client: number): Promise<void> {
    for (let number = client; !this.#stopped; number++) await turn(this.#ask, number, client);
  }

  readonly #ask: Ask = async (method, path, status, body) => {
    const atMs = performance.now();
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${this.#address}${path}`, { method, body: body ?? null, headers });
    const text = await answer.text();
    const request = `${method} ${path}`;
    this.answered.push({ request, atMs, tookMs: performance.now() - atMs });
    check(answer.status === status, `${request} was answered with ${answer.status}`, text);
    return text;
  };
}

/** @throws Error the answer is not right */
export function check(isRight: boolean, what: string, answer: string): void {
  if (!isRight) throw new Error(`wrong: ${what}: ${answer.slice(0, 500)}`);
}

import { expect, type Locator, type Page } from '@playwright/test';

/**
 * What people come with, done as they do it, with as many steps as that takes and no more. A click, a key and a text that is typed
 * or pasted are a step each.
 */
export class Person {
  steps = 0;
  readonly #page: Page;
  readonly #beganMs = performance.now();

  constructor(page: Page) {
    this.#page = page;
  }

  async click(what: Locator): Promise<void> {
    this.steps++;
    await what.click();
  }

  async press(key: string): Promise<void> {
    this.steps++;
    await this.#page.keyboard.press(key);
  }

  async write(text: string): Promise<void> {
    this.steps++;
    await this.#page.keyboard.insertText(text);
  }

  /** It is done. */
  took(steps: number, seconds: number): void {
    expect(this.steps, 'steps').toBe(steps);
    expect((performance.now() - this.#beganMs) / 1000, 'seconds').toBeLessThan(seconds);
  }
}

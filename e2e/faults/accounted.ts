import { expect } from '@playwright/test';

/**
 * Goal G9 of docs/reliability.md, produced = received + dropped: each recording counts for itself, and tells it as a loss when
 * that is wrong (shared/recording/losses.ts).
 */
export function expectAccounted(stderr: string): void {
  expect(stderr).not.toMatch(/not accounted for/);
}

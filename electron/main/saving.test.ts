import { EventEmitter } from 'node:events';
import { join } from 'node:path';
import type { App, Session } from 'electron';
import { beforeEach, expect, it, vi } from 'vitest';
import { askWhereToSave } from './saving.ts';

/** A stand-in for DownloadItem. */
class FakeDownload extends EventEmitter {
  readonly setSaveDialogOptions = vi.fn();
  readonly #name: string;

  constructor(name: string) {
    super();
    this.#name = name;
  }

  readonly getFilename = (): string => this.#name;
  readonly getSavePath = (): string => `/home/me/${this.#name}`;
}

const addRecentDocument = vi.fn();
beforeEach(() => addRecentDocument.mockClear());

function given(name: string): FakeDownload {
  const session = new EventEmitter();
  const app = { getPath: () => '/home/me/Documents', addRecentDocument };
  askWhereToSave(session as unknown as Session, app as unknown as App);
  const item = new FakeDownload(name);
  session.emit('will-download', {}, item);
  return item;
}

it.each([
  ['run.sluice', { name: 'Sluice recording', extensions: ['sluice'] }],
  ['run.csv', { name: 'CSV', extensions: ['csv'] }],
])('asks where %s shall be, among the documents first', (name, filter) => {
  expect(given(name).setSaveDialogOptions).toHaveBeenCalledExactlyOnceWith({
    title: `Save ${name}`,
    defaultPath: join('/home/me/Documents', name),
    filters: [filter],
  });
});

it.each([
  ['run.sluice', 'completed', ['/home/me/run.sluice']],
  ['run.sluice', 'cancelled', []],
  ['run.csv', 'completed', []],
])('%s that is %s: recent documents %j', (name, state, recent) => {
  given(name).emit('done', {}, state);
  expect(addRecentDocument.mock.calls.flat()).toEqual(recent);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compileJava, findJdks } from '../testing/compileJava.ts';
import { differences, printedEvents } from '../testing/printedEvents.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { jfrChunks } from './jfrChunks.ts';
import { isJfr } from './jfrHeader.ts';
import type { JfrStruct } from './jfrValues.ts';

/** Works, throws, sleeps and contends for a lock for two seconds. */
const BUSY = `
import java.util.*;
public class Busy {
  static final Object lock = new Object();
  static long work(int n) { long s = 0; for (int i = 0; i < n; i++) s += Integer.toHexString(i * 31).hashCode(); return s; }
  public static void main(String[] a) throws Exception {
    long end = System.currentTimeMillis() + 2000;
    Thread t = new Thread(() -> { while (System.currentTimeMillis() < end) synchronized (lock) { sleep(); } }, "w\\u00f6rker");
    t.start();
    long s = 0;
    while (System.currentTimeMillis() < end) {
      s += work(100000);
      synchronized (lock) { s++; }
      try { throw new IllegalStateException("\\u00fc " + s); } catch (RuntimeException e) { s += e.getMessage().length(); }
    }
    t.join();
  }
  static void sleep() { try { Thread.sleep(5); } catch (InterruptedException e) {} }
}`;
const DEPTH = 64;

function fail(lost: string): never {
  throw new Error(lost);
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-jfr-'));
  for (const [name, bytes] of compileJava({ 'Busy.java': BUSY })) {
    const file = join(folder, `${name}.class`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.each(findJdks())('a file of JDK $major', ({ home, major }) => {
  const file = (): string => join(folder, `${major}.jfr`);
  beforeAll(() => {
    const recording = `-XX:StartFlightRecording=settings=profile,filename=${file()}`;
    execFileSync(`${home}/bin/java`, [recording, '-cp', folder, 'Busy'], { stdio: 'ignore' });
  }, 60_000);

  it('has every event as jfr print has it', () => {
    const printed = printedEvents(home, file(), DEPTH);
    expect(printed.length).toBeGreaterThan(500);
    const chunks = [...jfrChunks(readFileSync(file()), fail)];
    const found: string[] = [];
    for (const type of new Set(printed.map((event) => event.type))) {
      // The JDK's reader sorts them by their ends.
      const own = chunks.flatMap((chunk) =>
        [...chunk.events(({ name }) => name === type)].map((event) => ({
          chunk,
          event,
          endTicks: endOf(chunk.read(event)),
        })),
      );
      own.sort((a, b) => a.endTicks - b.endTicks);
      const wanted = printed.filter((event) => event.type === type);
      expect(own.length, type).toBe(wanted.length);
      own.forEach(({ chunk, event }, i) => {
        found.push(...differences(chunk, event, wanted[i]).map((line) => `${type} ${i}: ${line}`));
      });
    }
    expect(found.slice(0, 20)).toEqual([]);
    expect(chunks.flatMap((chunk) => [...chunk.events()]).length).toBe(printed.length);
  });

  it('has samples, whose traces lead to methods and lines', () => {
    const [chunk] = jfrChunks(readFileSync(file()), fail);
    const lines = new Set<string>();
    for (let trace = 0; trace < chunk.stackTraces.length; trace++) {
      for (let frame = chunk.stackTraces.start(trace); frame < chunk.stackTraces.start(trace + 1); frame++) {
        const method = chunk.methodAt(frame);
        if (method?.className === 'Busy')
          lines.add(`${method.name}${method.descriptor}:${chunk.stackTraces.lineOf(frame)}`);
      }
    }
    expect([...lines]).toContain('work(I)J:5');
  });
});

function endOf({ fields }: JfrStruct): number {
  return Number(fields.get('startTime') ?? 0) + Number(fields.get('duration') ?? 0);
}

it('of two values of one key the first counts: events before the second one mean it', () => {
  const again = ['later', 'values', 'of the', 'same keys'];
  const [chunk] = jfrChunks(jfrFile(['main: demo.Shop.order'], '10 ms', again), fail);
  expect(chunk.methodAt(chunk.stackTraces.start(0))).toMatchObject({ className: 'demo.Shop', name: 'order' });
});

it('knows a file of the Flight Recorder by its first bytes', () => {
  expect(isJfr(Uint8Array.of(0x46, 0x4c, 0x52, 0))).toBe(true);
  expect(isJfr(Uint8Array.of(0x46, 0x4c, 0x52))).toBe(false);
});

it.each([
  ['nothing behind its magic', Uint8Array.of(0x46, 0x4c, 0x52, 0), /4 bytes are no chunk/],
  ['another magic', new Uint8Array(100), /does not begin with FLR/],
])('refuses %s', (_, bytes, sentence) => {
  expect(() => [...jfrChunks(bytes, fail)]).toThrow(sentence);
});

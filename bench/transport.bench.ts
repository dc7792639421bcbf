import { Recorder } from '../electron/cli/recording/recorder.ts';
import { Engine } from '../electron/engine/engine.ts';
import { JDKS } from '../e2e/fixtures/jdks.ts';
import { startTarget } from '../e2e/fixtures/targets.ts';
import { recordingRequest } from '../shared/testing/recordingRequest.ts';

/**
 * Events from the target to the tool: javac, warm, in another process, all of its methods instrumented. What the agent writes
 * into the event file is thrown away, or made into a tree. Goal: javac waits for the tool for less than 1 % of its time.
 * Run: npm run bench -- transport
 */
/** In the first ones the JVM's compiler takes a core, which pump and tool want as well. */
const WARM_RUNS = 16;
const RUNS = 6;
const MOST_WAITING = 0.01;

type Reader = (bytes: Uint8Array) => void;

const readers: Readonly<Record<string, () => Reader>> = {
  'thrown away': () => () => {},
  'made into a tree': () => new Recorder('bench').take,
};

async function measure(makeReader: () => Reader): Promise<number> {
  const program = await startTarget(JDKS[0], 'JavacHost');
  const engine = new Engine();
  try {
    await program.send('run'); // loads the root's class
    const { sessionId } = await engine.attach(program.pid);
    const read = makeReader();
    let bytes = 0;
    engine.setReader(sessionId, (chunk) => {
      bytes += chunk.byteLength;
      read(chunk);
    });
    await engine.start(
      sessionId,
      recordingRequest('com.sun.tools.javac.main.JavaCompiler::compile', { scheme: 'eager' }),
    );
    for (let run = 0; run < WARM_RUNS; run++) await program.send('run');
    const [before, bytesBefore, startMs] = [await engine.status(sessionId), bytes, performance.now()];
    for (let run = 0; run < RUNS; run++) await program.send('run');
    const ms = performance.now() - startMs;
    const status = await engine.stop(sessionId);
    const waiting = (status.counters.waitedMs - before.counters.waitedMs) / ms;
    const rate = (status.counters.events - before.counters.events) / ms / 1e3;
    console.log(
      `${(ms / RUNS).toFixed(0)} ms a run, ${rate.toFixed(1)} M events/s, ${((bytes - bytesBefore) / ms / 1e3).toFixed(0)} MB/s, ` +
        `waiting for the tool ${(100 * waiting).toFixed(2)} % of the time, dropped ${status.droppedEvents}`,
    );
    return waiting;
  } finally {
    await engine.close();
    await program.stop();
  }
}

for (const [name, makeReader] of Object.entries(readers)) {
  process.stdout.write(`${name.padEnd(18)} `);
  if ((await measure(makeReader)) <= MOST_WAITING) continue;
  console.log(`The goal of ${100 * MOST_WAITING} % is missed.`);
  process.exitCode = 1;
}

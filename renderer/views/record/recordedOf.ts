import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { RecordedTarget } from '../../../shared/recording/snapshot.ts';

/** "PID 4711 · JDK 25 · 11/27/2026, 10:53:50 PM": of files of others only what they tell, for a dump of threads has none of it. */
export function recordedOf({ pid, javaVersion }: RecordedTarget, startedAtMs: number): readonly string[] {
  return [
    ...(pid === 0 ? [] : [`PID ${pid}`]),
    ...(javaVersion === '' ? [] : [`JDK ${visibleText(javaVersion)}`]),
    ...(startedAtMs === 0 ? [] : [new Date(startedAtMs).toLocaleString()]),
  ];
}

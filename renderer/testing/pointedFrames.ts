import { boxAt } from '../../shared/analysis/flameLayout.ts';
import type { ResultsHost } from '../worker/resultsHost.ts';
import type { FlameFrame, FlamePicture } from '../worker/views/flameFrame.ts';

/** Methods from the root of the graph on, and the numbers that a reader gets of the frame there. */
export interface PointedFrame {
  readonly path: readonly number[];
  readonly frame: FlameFrame;
}

/** All frames of a flame graph that are wide enough to be drawn alone, by pointing at one after the other. */
export function pointedFrames(host: ResultsHost, { sheet, generation }: FlamePicture): PointedFrame[] {
  const found: PointedFrame[] = [];
  for (let level = 1; level < sheet.levels.length - 1; level++) {
    for (let box = sheet.levels[level]; box < sheet.levels[level + 1]; box++) {
      if (sheet.frames[box] > 1 || sheet.x1[box] - sheet.x0[box] < 1) continue;
      const middle = (sheet.x0[box] + sheet.x1[box]) / 2;
      const path = Array.from({ length: level }, (_, above) => sheet.method[boxAt(sheet, above + 1, middle)]);
      const ask = { kind: 'point', generation, node: sheet.node[box], frames: 1 } as const;
      host.ask({ kind: 'ask', view: 'flame', ask });
      const { pointed } = host.picture()?.picture as FlamePicture;
      if (pointed) found.push({ path, frame: pointed });
    }
  }
  return found;
}

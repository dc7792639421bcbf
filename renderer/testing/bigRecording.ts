import { encodeSnapshot } from '../../shared/recording/file/snapshotCodec.ts';
import { exampleSnapshot } from '../../shared/testing/exampleSnapshot.ts';
import { millionNodes } from '../../shared/testing/millionNodes.ts';
import { MILLION, SyntheticProgram } from './syntheticProgram.ts';

/** The file of a recording with so many contexts, 25 bytes each. */
export function bigRecording(nodes: number): Uint8Array {
  return encodeSnapshot(
    exampleSnapshot('main: |', {
      methods: new SyntheticProgram(MILLION).methods,
      threads: [{ id: 1, name: 'main', virtual: false, table: millionNodes(nodes + 1) }],
    }),
  );
}

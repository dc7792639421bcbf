import { allocationSites } from './allocationSites.ts';
import { bytecodeCounters } from './bytecodeCounter.ts';
import { calledSites } from './calledSites.ts';
import { callPackets } from './callPackets.ts';
import type { ConstantPoolAppend } from './constantPoolAppend.ts';
import type { ProbeKind } from './probeKind.ts';
import type { RewriteOptions } from './rewriteOptions.ts';

/** Every kind of probe there is beside entries and exits, as one class has it; null: it is not asked for. Another kind is one line here. */
const PROBE_KINDS: readonly ((constants: ConstantPoolAppend, options: RewriteOptions) => ProbeKind | null)[] =
  [bytecodeCounters, allocationSites, calledSites, callPackets];

export function probeKindsOf(constants: ConstantPoolAppend, options: RewriteOptions): readonly ProbeKind[] {
  return PROBE_KINDS.map((kind) => kind(constants, options)).filter((kind) => kind !== null);
}

import { release } from 'node:os';
import { PROTOCOL_VERSION } from '../../../shared/wire/protocolVersion.ts';
import { RECORDING_VERSION } from '../../../shared/recording/format/fileSections.ts';
import { readAgentJar } from '../agent/agentJar.ts';
import { machineFindings } from '../doctor/machineFindings.ts';
import { findJavaHomes } from '../jvms/jdkHome.ts';
import type { SupportLog } from './supportLog.ts';

const LOG_LINES = 60;

/**
 * A text for a bug report: versions, what `sluice doctor` finds, and the end of the log. Findings are told by their ids alone, for
 * their sentences name users and folders; of programs there is nothing in it.
 */
export function diagnostics(log: SupportLog): string {
  const { node, electron } = process.versions;
  const lines = [
    'Sluice diagnostics',
    `  build      ${buildId()}, protocol ${PROTOCOL_VERSION}, recordings ${RECORDING_VERSION}`,
    `  runs on    Node ${node}${electron === undefined ? '' : `, Electron ${electron}`}`,
    `  system     ${process.platform} ${process.arch} ${release()}`,
    `  Java       ${
      findJavaHomes()
        .map(({ feature }) => feature || '?')
        .join(', ') || 'none'
    }`,
    ...machineFindings().map(({ id, state }) => `  ${state.padEnd(9)}  ${id}`),
    'Log',
    ...log.tail(LOG_LINES).map((line) => `  ${line}`),
  ];
  return `${lines.join('\n')}\n`;
}

function buildId(): string {
  try {
    return readAgentJar().buildId;
  } catch {
    return 'without its agent';
  }
}

import { InvalidArgumentError, type Command } from 'commander';
import { EVENT_GROUPS, type EventGroup } from '../../../shared/jvmEvents/eventKinds.ts';
import { CHEAP_GROUPS, USUAL_IO_MS } from '../../engine/flightRecorder/eventGroups.ts';
import { duration } from './optionValues.ts';

/** Which events of the JVM are recorded beside samples. */
export interface EventFlags {
  readonly events?: readonly EventGroup[];
  readonly ioThreshold?: number;
}

export function withEventOptions(command: Command): Command {
  return command
    .option(
      '--events <kinds>',
      `what else the JVM tells in the course of time, by commas: ${EVENT_GROUPS.join(', ')}; or none (default: ${CHEAP_GROUPS.join(',')}). exceptions are dear, some 13 µs each`,
      eventGroups,
    )
    .option(
      '--io-threshold <time>',
      `of --events io: reads and writes that take so long or longer (default: ${USUAL_IO_MS}ms). 0 tells all, which is dear, 5 to 13 µs each`,
      timeOrNone,
    );
}

function eventGroups(text: string): readonly EventGroup[] {
  if (text === 'none') return [];
  return text.split(',').map((word) => {
    const group = EVENT_GROUPS.find((name) => name === word.trim());
    if (group !== undefined) return group;
    throw new InvalidArgumentError(
      `${JSON.stringify(word)} is no kind of event. Take some of ${EVENT_GROUPS.join(', ')}, with commas between them, or none.`,
    );
  });
}

/** A duration, or 0. @returns ms */
export function timeOrNone(text: string): number {
  return /^0(ms|s)?$/.test(text) ? 0 : duration(text);
}

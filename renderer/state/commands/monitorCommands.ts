import type { Command } from './command.ts';
import { whyNotAsked, whyNotMonitored } from '../shownJvm.ts';

/** What is done with a JVM that is looked at from outside. */
export const MONITOR_COMMANDS: readonly Command[] = [
  {
    id: 'monitor',
    title: 'Monitor',
    group: 'Recording',
    keys: [],
    run: (app) => void app.monitor.look(),
    whyNot: (state) => (state.screen === 'monitor' ? 'The monitor is in front.' : whyNotMonitored(state)),
  },
  {
    id: 'nameThreads',
    title: 'Full Thread Names',
    group: 'Recording',
    keys: [],
    run: (app) => void app.monitor.nameThreads(),
    whyNot: (state) => (state.screen === 'monitor' ? whyNotAsked(state) : 'Show the monitor of a JVM first.'),
  },
  {
    id: 'saveMonitor',
    title: 'Save Monitor…',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.monitor.save(),
    whyNot: ({ monitor }) => (monitor && monitor.samples.length > 0 ? '' : 'Nothing was seen of a JVM yet.'),
  },
  {
    id: 'closeMonitor',
    title: 'Close Monitor',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.monitor.close(),
    whyNot: ({ monitor }) => (monitor ? '' : 'No JVM is looked at.'),
  },
];

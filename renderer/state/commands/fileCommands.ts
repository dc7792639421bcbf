import type { Command } from './command.ts';
import { EXPORT_CHOICES } from '../fileFormats.ts';
import { noComparison, nothingToSave, pendingText } from '../whyNotNow.ts';

/** What is done with recordings as files: open, save, compare, export. */
export const FILE_COMMANDS: readonly Command[] = [
  {
    id: 'open',
    title: 'Open File…',
    group: 'File',
    offeredAlone: true,
    keys: ['Ctrl+o'],
    run: (app) => void app.files.choose(),
    whyNot: ({ pending }) => pendingText(pending),
  },
  {
    id: 'save',
    title: 'Save Recording…',
    group: 'File',
    offeredAlone: true,
    keys: ['Ctrl+s'],
    run: (app) => void app.files.saveAs('sluice'),
    whyNot: nothingToSave,
  },
  {
    id: 'saveRegion',
    title: 'Save Region as JSON…',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.files.saveRegion(),
    whyNot: ({ session }) => (session?.status.measurement.region ? '' : 'No region has been timed.'),
  },
  {
    id: 'closeRecording',
    title: 'Close Recording',
    group: 'File',
    offeredAlone: false,
    keys: [],
    run: (app) => app.files.close(),
    whyNot: ({ recording }) => (recording ? '' : 'No recording is open.'),
  },
  {
    id: 'compare',
    title: 'Compare Recordings…',
    group: 'File',
    offeredAlone: true,
    keys: ['Ctrl+d'],
    run: (app) => app.overlay('compare'),
    whyNot: ({ pending }) => pendingText(pending),
  },
  {
    id: 'turnComparison',
    title: 'Swap A and B',
    group: 'File',
    offeredAlone: true,
    keys: [],
    run: (app) => void app.comparison.turnRound(),
    whyNot: noComparison,
  },
  {
    id: 'saveComparison',
    title: 'Save Comparison as JSON…',
    group: 'File',
    offeredAlone: true,
    keys: [],
    run: (app) => void app.comparison.save(),
    whyNot: noComparison,
  },
  {
    id: 'closeComparison',
    title: 'Close Comparison',
    group: 'File',
    offeredAlone: true,
    keys: [],
    run: (app) => app.comparison.close(),
    whyNot: noComparison,
  },
  {
    id: 'copyImage',
    title: 'Copy as Image',
    group: 'Export',
    offeredAlone: true,
    keys: [],
    run: (app) => void app.copyImage(),
    whyNot: (_, results) =>
      results?.image.get() ? '' : 'Show a flame graph, packages or the map of root calls first.',
  },
  ...EXPORT_CHOICES.map(({ format, title }): Command => ({
    id: `export.${format}`,
    title,
    group: 'Export',
    offeredAlone: format !== 'html', // the page is one
    keys: [],
    run: (app) => void app.files.saveAs(format),
    whyNot: nothingToSave,
  })),
];

import type { Command } from './command.ts';
import { shownView } from '../appState.ts';
import { FLAME_INVERTED } from '../flameInverted.ts';
import { MY_CODE } from './myCode.ts';
import { ROW_COMMANDS } from './rowCommands.ts';
import { SELECTION_COMMANDS, whyNotSelected } from '../selectionCommands.ts';
import { whyNoTree } from '../whyNotNow.ts';

/** What is done with the tree in front, and with its selected row. */
export const TREE_COMMANDS: readonly Command[] = [
  {
    id: 'invertFlameGraph',
    title: 'Invert Flame Graph',
    group: 'Tree',
    offeredAlone: true,
    keys: [],
    viewKeys: ['Shift+i'],
    run: (app) => app.settings.of(FLAME_INVERTED).update((isInverted) => !isInverted),
    whyNot: (state) => (shownView(state) === 'flame' ? '' : 'Show the flame graph first.'),
  },
  MY_CODE,
  {
    id: 'undoStep',
    title: 'Undo Change',
    group: 'Tree',
    offeredAlone: true,
    keys: [],
    viewKeys: ['Backspace', 'Ctrl+z'],
    run: (app) => app.moveSteps(-1),
    whyNot: (state, results) =>
      whyNoTree(state) ||
      (results?.history.get().done.length ? '' : 'Nothing was changed, or all is undone.'),
  },
  {
    id: 'redoStep',
    title: 'Redo Change',
    group: 'Tree',
    offeredAlone: true,
    keys: [],
    viewKeys: ['Ctrl+Shift+z'],
    run: (app) => app.moveSteps(1),
    whyNot: (state, results) =>
      whyNoTree(state) || (results?.history.get().undone.length ? '' : 'Nothing was undone.'),
  },
  ...SELECTION_COMMANDS.map((command): Command => ({
    id: command.id,
    title: command.title,
    group: 'Tree',
    offeredAlone: true,
    keys: [],
    viewKeys: command.keys,
    run: (app) => app.shownResults()?.changeTree({ kind: 'takeSelected', step: command.id }),
    whyNot: (state, results) => whyNoTree(state) || whyNotSelected(results, command),
  })),
  ...ROW_COMMANDS.map((command): Command => ({
    id: command.id,
    title: command.title,
    group: 'Row',
    offeredAlone: true,
    keys: [],
    viewKeys: command.keys,
    run: (app) => {
      const [results, view] = [app.shownResults(), shownView(app.state.get())];
      if (results && view) command.run(app, results, view);
    },
    whyNot: (state, results) => {
      const view = shownView(state);
      return view === null ? whyNoTree(state) : whyNotSelected(results) || command.whyNotIn(view);
    },
  })),
];

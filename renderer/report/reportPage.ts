import type { ReportData, ReportThread } from '../../shared/export/reportData.ts';
import { formatCountOf, formatTime } from '../../shared/naming/formatNumbers.ts';
import { element } from './element.ts';
import { flameGraph } from './flameGraph.ts';
import { hotTable } from './hotTable.ts';
import './report.css';
import { treeTable } from './treeTable.ts';

/** The script of a self-contained HTML report (shared/export/htmlReport.ts): draws the data that the page carries. */
const data = JSON.parse(document.getElementById('data')?.textContent ?? '') as ReportData;

type View = 'tree' | 'hot' | 'flame';
const VIEWS: readonly (readonly [View, string])[] = [
  ['tree', 'Call Tree'],
  ['hot', 'Hot Spots'],
  ['flame', 'Flame Graph'],
];

/** What can be chosen: all threads together first. */
const trees: readonly ReportThread[] = [...(data.all === null ? [] : [data.all]), ...data.threads];
const base = trees.length === 0 ? 0 : data.clock === 'none' ? trees[0].calls : trees[0].totalNs;
const panel = element('section', {
  class: 'panel',
  attributes: { role: 'tabpanel', id: 'panel', tabindex: '-1' },
});
const threadChoice = element(
  'select',
  { attributes: { 'aria-label': 'Thread' } },
  ...trees.map((thread, i) =>
    element('option', { text: threadTitle(thread), attributes: { value: String(i) } }),
  ),
);
const threadLabel = element('label', { class: 'thread' }, element('span', { text: 'Thread' }), threadChoice);
const tabs = VIEWS.map(([view, title]) =>
  element('button', {
    text: title,
    attributes: { role: 'tab', type: 'button', id: `tab-${view}`, 'aria-controls': 'panel' },
  }),
);
let present: View = 'tree';

function show(view: View): void {
  present = view;
  for (const [i, [name]] of VIEWS.entries()) {
    tabs[i].setAttribute('aria-selected', String(name === view));
    tabs[i].tabIndex = name === view ? 0 : -1;
  }
  panel.setAttribute('aria-labelledby', `tab-${view}`);
  threadLabel.hidden = view === 'hot' || trees.length < 2;
  panel.replaceChildren(content(view));
}

function content(view: View): HTMLElement {
  if (trees.length === 0)
    return element('p', { class: 'empty', text: 'Nothing was called while it was recorded.' });
  const thread = trees[threadChoice.selectedIndex];
  switch (view) {
    case 'tree':
      return treeTable(data, thread, base);
    case 'hot':
      return hotTable(data, base);
    case 'flame':
      return flameGraph(data, thread);
  }
}

function threadTitle({ name, totalNs, calls }: ReportThread): string {
  return `${name} (${data.clock === 'none' ? formatCountOf(calls, 'call') : formatTime(totalNs)})`;
}

function onTabKey(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const next = (VIEWS.findIndex(([view]) => view === present) + step + VIEWS.length) % VIEWS.length;
  show(VIEWS[next][0]);
  tabs[next].focus();
  event.preventDefault();
}

for (const [i, [view]] of VIEWS.entries()) {
  tabs[i].addEventListener('click', () => show(view));
  tabs[i].addEventListener('keydown', onTabKey);
}
threadChoice.addEventListener('change', () => show(present));

const [target, ...notes] = data.notes;
document.body.append(
  element(
    'header',
    {},
    element('h1', { text: data.title }),
    element('p', { class: 'target', text: target.replace(/^Sluice: /, '') }),
    element('p', { text: [...notes, ...(data.isComplete ? [data.completeness] : [])].join(' ') }),
    ...(data.isComplete ? [] : [element('p', { text: data.completeness, class: 'warning' })]),
    ...(data.cutoff === '' ? [] : [element('p', { text: data.cutoff })]),
  ),
  element(
    'main',
    {},
    element(
      'div',
      { class: 'bar-of-tabs' },
      element('div', { class: 'tabs', attributes: { role: 'tablist', 'aria-label': 'View' } }, ...tabs),
      threadLabel,
    ),
    panel,
  ),
);
show('tree');

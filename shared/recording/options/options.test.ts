import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, describe, expect, it, vi } from 'vitest';
import {
  recordOptions,
  withRecordOptions,
  withRequestOptions,
  type RecordFlags,
} from '../../../electron/cli/recording/recordingOptions.ts';
import { SessionLog } from '../../../electron/engine/support/sessionLog.ts';
import { SupportLog } from '../../../electron/engine/support/supportLog.ts';
import { EMPTY_DRAFT } from '../../../renderer/state/appState.ts';
import { requestOf } from '../../../renderer/state/drafts/rememberedDrafts.ts';
import { attachedStatus } from '../../../renderer/testing/attachedStatus.ts';
import { fakeJvms } from '../../../renderer/testing/fakeJvms.ts';
import { RecordingOptions } from '../../../renderer/views/start/RecordingOptions.tsx';
import { diffRemarks } from '../../report/diffRemarks.ts';
import { reportJson } from '../../report/reportJson.ts';
import { ADDED_OPTION } from '../../testing/addedOption.ts';
import { exampleSnapshot } from '../../testing/exampleSnapshot.ts';
import { recordingRequest } from '../../testing/recordingRequest.ts';
import {
  checkedOptions,
  INITIAL_OPTIONS,
  OPTION_ROWS,
  toldOptions,
  type OptionValue,
} from './chosenOptions.ts';
import type { RecordingOption } from './options.ts';
import { decodeSnapshot, encodeSnapshot } from '../file/snapshotCodec.ts';

/** One line: the entry in the table. */
vi.mock(import('./options.ts'), async (original) => {
  const { OPTIONS } = await original();
  const { ADDED_OPTION } = await import('../../testing/addedOption.ts');
  return { OPTIONS: { ...OPTIONS, fakeNoise: ADDED_OPTION } };
});

const ROWS = OPTION_ROWS.map(([key, option]) => ({ key: key, option }));
const example = exampleSnapshot('main: 0>A 10>B 20<B 45<A');

const folder = mkdtempSync(join(tmpdir(), 'sluice-options-'));
const weightsFile = join(folder, 'weights');
writeFileSync(weightsFile, 'idiv 20\ninvoke* 9');
afterAll(() => rmSync(folder, { recursive: true }));

const COUNTED = { metrics: 'calls,bytecodes', clock: 'none' };
/** What an option needs beside it, by flags. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  metrics: { clock: 'none' },
  bytecodes: COUNTED,
  weights: COUNTED,
  accountsOnly: { account: 'a=a.B', metrics: 'calls,objects', clock: 'none' },
};

/** Something else than what is chosen at first. */
function anotherValue(option: RecordingOption): OptionValue {
  if (option.kind === 'switch') return !option.initial;
  if (option.kind === 'patterns' && option.grammar === 'weights') return ['idiv=20', 'invoke*=9'];
  if (option.kind === 'patterns' && option.grammar === 'conditions') return ["arg0 == 'a && b, c'"];
  if (option.kind === 'patterns' && option.grammar === 'split') return ['arg0'];
  if (option.kind === 'patterns' && option.grammar === 'duration') return ['120ms'];
  if (option.kind === 'patterns') return option.named ? ['a=a.B', 'c=c.**'] : ['a.B', 'c.**'];
  if (option.kind === 'set') return Object.keys(option.parts).join(',');
  return Object.keys(option.choices).at(-1) ?? '';
}

function typedWords(option: RecordingOption): readonly string[] {
  const flag = option.flag.replace(/^-\w, /, '');
  const value = anotherValue(option);
  if (option.kind === 'patterns' && option.grammar === 'weights') return [flag, weightsFile];
  if (typeof value === 'object') return value.flatMap((pattern) => [flag, pattern]);
  if (typeof value === 'string') return [flag, value];
  return option.kind === 'switch' && option.typed ? [flag, option.typed[value ? 1 : 0]] : [flag];
}

/** What the form has of it. */
function titlesOf(option: RecordingOption): readonly string[] {
  if (option.kind === 'set') return Object.values(option.parts).map(({ title }) => title);
  return option.kind === 'choice' ? Object.values(option.choices).map(({ title }) => title) : [option.title];
}

const record = (): Command => withRecordOptions(new Command('record'), 'lazy', true);
const formOf = (change: object, starts = false): string =>
  renderToStaticMarkup(
    createElement(RecordingOptions, {
      draft: { ...EMPTY_DRAFT, ...change },
      disabled: false,
      starts,
      onChange: () => {},
    }),
  );

it('an option that is added to the table is an option like all others', () => {
  expect(ROWS.map(({ key }) => key)).toEqual([...Object.keys(INITIAL_OPTIONS)]);
  expect(ROWS.at(-1)).toEqual({ key: 'fakeNoise', option: ADDED_OPTION });
});

describe.each(ROWS)('the option $key', ({ key, option }) => {
  const value = anotherValue(option);
  const chosen = { ...example, [key]: value };

  it('is typed, and in the help of record', () => {
    expect(record().helpInformation()).toContain(option.flag);
    const beside = BESIDE[key] ?? {};
    const { account, ...others } = beside;
    const accounts = account === undefined ? {} : { accounts: [account] };
    const words = [
      ...typedWords(option),
      ...Object.entries(beside).flatMap(([name, text]) => [`--${name}`, text]),
    ];
    const command = record().parse(['--root', 'a::b', '-o', 'x', ...words], { from: 'user' });
    const { request } = recordOptions(command.opts<RecordFlags>());
    expect(request).toEqual({ roots: ['a::b'], ...INITIAL_OPTIONS, ...others, ...accounts, [key]: value });
  });

  it('has a control in the form of the window, which shows it and asks for it', () => {
    const draft = { [key]: typeof value === 'object' ? value.join(' ') : value };
    const html = formOf({});
    expect(html).toContain(option.section);
    for (const title of titlesOf(option)) expect(html).toContain(title);
    expect(formOf(draft)).not.toBe(html);
    expect(requestOf({ ...EMPTY_DRAFT, ...draft })).toEqual({ roots: [], ...INITIAL_OPTIONS, [key]: value });
  });

  it('is in the file and in the JSON report', () => {
    expect(decodeSnapshot(encodeSnapshot(chosen))).toEqual(chosen);
    const report = JSON.parse([...reportJson(chosen)].join('')) as Record<string, object>;
    expect({ ...report, ...report.filter }).toHaveProperty(key, value);
  });

  it('is in the line of the log, patterns as their number', () => {
    const log = new SupportLog(folder);
    const request = recordingRequest('a::b', { [key]: value });
    new SessionLog(log, 1).learn({
      kind: 'status',
      status: attachedStatus(fakeJvms()[0], { phase: 'recording', measurement: { request } }),
    });
    expect(log.tail(1)[0].split(' ')).toContain(
      `${key}=${typeof value === 'object' ? value.length : String(value)}`,
    );
  });

  it('is told by a report, and by a comparison of two that differ in it alone', () => {
    expect(toldOptions(chosen).join()).toContain(`${option.label}: `);
    expect(diffRemarks(example, example)).toEqual([]);
    expect(diffRemarks(example, chosen)).toEqual([
      expect.stringContaining(`They were recorded with other ${option.differing}: A `),
    ]);
  });

  it('is refused by name when it is none of what it may be', () => {
    expect(() => checkedOptions({ [key]: 7 })).toThrow(`Recording request: ${key} is 7; `);
    expect(checkedOptions({})).toEqual(INITIAL_OPTIONS);
  });
});

it.each(ROWS.filter(({ option }) => option.missing !== undefined && option.within === undefined))(
  '$key is left out of the file where it is as in files from before it, unless it has always been in it',
  ({ key, option }) => {
    const file = Buffer.from(encodeSnapshot({ ...example, [key]: option.missing })).toString('latin1');
    expect(file.includes(`"${key}":`)).toBe(option.always === true);
  },
);

it('what needs a program that runs is not offered where one is started', () => {
  for (const { option } of ROWS) {
    const isOffered = option.attachedOnly !== true;
    expect(withRequestOptions(new Command('preview'), 'lazy').helpInformation().includes(option.flag)).toBe(
      isOffered,
    );
    expect(titlesOf(option).some((title) => formOf({}, true).includes(title))).toBe(isOffered);
  }
});

import { expect, it } from 'vitest';
import { exactTree } from '../cct/overhead.ts';
import { NO_CALIBRATION } from '../cct/cctTable.ts';
import { tablesOf } from '../testing/tableOf.ts';
import { jfrRecording } from '../importers/jfrRecording.ts';
import { jfrFile } from '../testing/jfrFile.ts';
import { codeOwnersOf } from './codeOwners.ts';
import { recordingResults } from './recordingResults.ts';
import { suggestedRoots } from './suggestedRoots.ts';

/** @param core names of methods that are the JDK's @param own of the program's own @param handlers that answer requests */
function suggested(
  script: string,
  core: readonly string[],
  own: readonly string[] = [],
  handlers: readonly string[] = [],
): string[] {
  return suggestedWithShares(script, core, own, handlers).map((text) => text.split(' ')[0]);
}

/** "handle 95 %" */
function suggestedWithShares(
  script: string,
  core: readonly string[],
  own: readonly string[] = [],
  handlers: readonly string[] = [],
): string[] {
  const { tables, methodNames } = tablesOf(script);
  const [[, table]] = tables;
  const tree = exactTree(table, NO_CALIBRATION, 'nano');
  const isAmong = (names: readonly string[]) => (id: number) => names.includes(methodNames.get(id) ?? '');
  const owners = { isCore: isAmong(core), isOwn: isAmong(own), isHandler: isAmong(handlers) };
  return suggestedRoots(tree, owners).map(
    ({ methodId, share }) => `${methodNames.get(methodId as never)} ${Math.round(share * 100)} %`,
  );
}

it('are methods of the program below its outermost one, the largest first', () => {
  const script = 'main: 0>run 0>loop 10>handle 20>order 80<order 90<handle 95<loop 100<run';
  expect(suggested(script, ['run'])).toEqual(['handle', 'order']);
});

it('are the outermost ones where nothing of the program is below', () => {
  expect(suggested('main: 0>main 10>sort 90<sort 100<main', ['sort'])).toEqual(['main']);
});

it('tell which share of the work they had, with what they call', () => {
  const script = 'main: 0>run 0>loop 10>handle 20>order 80<order 90<handle 100<loop 100<run';
  expect(suggestedWithShares(script, ['run'])).toEqual(['handle 80 %', 'order 60 %']);
});

it('leave out what takes next to nothing', () => {
  const script = 'main: 0>loop 1000>handle 9000<handle 9100>tick 9101<tick 9200<loop';
  expect(suggested(script, [])).toEqual(['handle']);
});

it('count what recurs once', () => {
  const script = 'main: 0>loop 0>walk 10>walk 20>walk 30<walk 40<walk 50<walk 50>big 120<big 120<loop';
  expect(suggested(script, [])).toEqual(['big', 'walk']);
});

it('are none where there is no work', () => {
  expect(suggested('main: 0>run 100<run', ['run'])).toEqual([]);
});

it('are where a library enters own code, before all else', () => {
  const script =
    'main: 0>run 0>loop 1>dispatch 2>order 10>save 50<save 52<order 60>list 70<list 98<dispatch 100<loop 100<run';
  expect(suggested(script, ['run'], ['order', 'list'])).toEqual(['order', 'list', 'dispatch', 'save']);
});

it('are not where a library, called by own code, enters it again', () => {
  const script =
    'main: 0>run 0>loop 2>order 10>proxy 11>advice 12>save 80<save 85<advice 90<proxy 98<order 100<loop 100<run';
  expect(suggested(script, ['run'], ['order', 'advice'])[0]).toBe('order');
});

it('are no links of a chain, but where its work forks', () => {
  const script =
    'main: 0>loop 1>valve 2>filter 3>servlet 4>dispatch 5>render 45<render 46>query 90<query 96<dispatch 97<servlet 98<filter 99<valve 100<loop';
  expect(suggested(script, [])).toEqual(['dispatch', 'query', 'render']);
});

it('are links too where what they call calls nothing', () => {
  expect(suggested('main: 0>loop 1>handle 2>hash 98<hash 99<handle 100<loop', [])).toEqual([
    'handle',
    'hash',
  ]);
});

it('are one of a chain that enters own code, and not where it forks besides', () => {
  const script =
    'main: 0>loop 1>dispatch 2>show 3>list 4>query 40<query 41>render 95<render 97<list 98<show 99<dispatch 100<loop';
  expect(suggested(script, [], ['show', 'list'])).toEqual(['show', 'render', 'query']);
});

it('are what is called by many as well, though one of them calls nothing else', () => {
  const script =
    'main: 0>loop 1>get 2>hash 30<hash 31<get 32>put 33>hash 60<hash 61>sort 80<sort 90<put 99<loop';
  expect(suggested(script, [])).toContain('hash');
});

it('are what answers requests, before where a filter of the program is entered', () => {
  const script =
    'main: 0>loop 1>filter 2>dispatch 3>showOwner 4>find 20<find 40<showOwner 41>showVets 60<showVets 61<dispatch 90<filter 99<loop';
  const own = ['filter', 'showOwner', 'find', 'showVets'];
  expect(suggested(script, [], own, ['showOwner', 'find', 'showVets'])).toEqual([
    'showOwner',
    'showVets',
    'filter',
    'dispatch',
    'find',
  ]);
});

it('are what answers requests, also where the thread of each request has nothing else', () => {
  const script = 'virtual: 0>serve 1>handle 2>check 60<check 61>draw 95<draw 98<handle 100<serve';
  const own = ['handle', 'check', 'draw'];
  expect(suggested(script, ['serve'], own, ['handle'])).toEqual(['handle', 'check', 'draw']);
  expect(suggested(script, ['serve'], own)).toEqual(['check', 'draw']);
});

it('of a program that is all its own are those below its outermost method', () => {
  const script = 'main: 0>main 10>order 20>price 25<price 40<order 50>list 60<list 100<main';
  expect(suggested(script, [], ['main', 'order', 'price', 'list'])).toEqual(['order', 'list', 'price']);
});

it('are none where there are hardly any samples', () => {
  const of = (samples: number): number => {
    const { all, methods } = recordingResults(
      jfrRecording(jfrFile(Array(samples).fill('main: A.main B.work'))),
    );
    return suggestedRoots(all, codeOwnersOf({}, methods)).length;
  };
  expect([of(9), of(10)]).toEqual([0, 1]);
});

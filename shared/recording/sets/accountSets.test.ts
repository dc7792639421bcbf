import { describe, expect, it } from 'vitest';
import { madeSnapshot } from '../../testing/madeSnapshot.ts';
import { accountsOf } from '../options/accounts.ts';
import { ACCOUNT_OBJECTS_SET, ACCOUNTS_SET, PRINCIPALS_SET, withAccounts } from './accountSets.ts';
import type { Snapshot } from '../snapshot.ts';
import { decodeSnapshot, encodeSnapshot } from '../file/snapshotCodec.ts';

/**
 *     main                               makes             worker
 *      └ handle   srv.Main        1      2 Request          └ handle  1   1 Request
 *         ├ serve    app.Servlet  2      3 Session             └ parse 2  4 Node
 *         │  ├ parse    xml.Parser 3     9 Node
 *         │  │  └ call     app.Listener 4  1 Session
 *         │  └ of       util.Buf  5      3 byte[]
 *         └ parse    xml.Parser   6      5 Node
 */
const SCRIPT =
  'main: 0>handle 1>serve 2>parse 3>call 4<call 5<parse 6>of 7<of 8<serve 9>parse 10<parse 11<handle\n' +
  'worker: 0>handle 1>parse 2<parse 3<handle';

const method = (className: string, name: string) => ({ className, name, descriptor: '()V' });
const METHODS = {
  handle: method('srv.Main', 'handle'),
  serve: method('app.Servlet', 'serve'),
  parse: method('xml.Parser', 'parse'),
  call: method('app.event.Listener', 'call'),
  of: method('util.Buf', 'of'),
};

const RECORDED = madeSnapshot(
  SCRIPT,
  [
    { thread: 0, node: 1, made: 'srv.Request', objects: 2, bytes: 48 },
    { thread: 0, node: 2, made: 'app.Session', objects: 3, bytes: 72 },
    { thread: 0, node: 3, made: 'xml.Node', objects: 9, bytes: 144 },
    { thread: 0, node: 4, made: 'app.Session', objects: 1, bytes: 24 },
    { thread: 0, node: 5, made: 'byte[]', objects: 3, elements: 300, bytes: 360 },
    { thread: 0, node: 6, made: 'xml.Node', objects: 5, bytes: 80 },
    { thread: 1, node: 1, made: 'srv.Request', objects: 1, bytes: 24 },
    { thread: 1, node: 2, made: 'xml.Node', objects: 4, bytes: 64 },
  ],
  METHODS,
);

const ACCOUNTS = ['srv=srv.*', 'app=app.**', 'xml=xml.*'];

/** The rows of a data set: names, then numbers. */
function rowsOf({ dataSets }: Snapshot, id: string): string[] {
  const set = dataSets.find((each) => each.id === id);
  return Array.from({ length: set?.rows ?? 0 }, (_, row) =>
    [
      ...(set?.texts ?? []).map(({ texts }) => texts[row]),
      ...(set?.values ?? []).map(({ values }) => values[row]),
    ].join(' '),
  );
}

describe('accounts of a recording', () => {
  const snapshot = withAccounts(RECORDED, ACCOUNTS);

  it('are the nearest on the stack, and below each for whom it worked; code of no account works for its caller', () => {
    // account, on behalf of, calls, objects, elements, bytes
    expect(rowsOf(snapshot, ACCOUNTS_SET)).toEqual([
      'app  3 7 300 456',
      'app srv 2 6 300 432',
      'app xml 1 1 0 24',
      'xml  3 18 0 288',
      'xml app 1 9 0 144',
      'xml srv 2 9 0 144',
      'srv  2 3 0 72',
      'srv (none) 2 3 0 72',
    ]);
  });

  it('are turned around by principals', () => {
    expect(rowsOf(snapshot, PRINCIPALS_SET)).toEqual([
      'srv  4 15 300 576',
      'srv app 2 6 300 432',
      'srv xml 2 9 0 144',
      'app  1 9 0 144',
      'app xml 1 9 0 144',
      '(none)  2 3 0 72',
      '(none) srv 2 3 0 72',
      'xml  1 1 0 24',
      'xml app 1 1 0 24',
    ]);
  });

  it('have what was made by class, pair and thread', () => {
    expect(rowsOf(snapshot, ACCOUNT_OBJECTS_SET)).toEqual([
      'app.Session app srv main 3 0 72',
      'app.Session app xml main 1 0 24',
      'byte[] app srv main 3 300 360',
      'srv.Request srv (none) main 2 0 48',
      'srv.Request srv (none) worker 1 0 24',
      'xml.Node xml app main 9 0 144',
      'xml.Node xml srv main 5 0 80',
      'xml.Node xml srv worker 4 0 64',
    ]);
  });

  it('are what is given afterwards, however it was recorded, and are kept in the file', () => {
    const other = withAccounts(snapshot, ['all=app.**', 'all=xml.**']);
    expect(rowsOf(other, ACCOUNTS_SET)).toEqual([
      'all  6 25 300 744',
      'all (none) 6 25 300 744',
      '(none)  2 3 0 72',
      '(none) (none) 2 3 0 72',
    ]);
    const read = decodeSnapshot(encodeSnapshot(other));
    expect(read.accounts).toEqual(['all=app.**', 'all=xml.**']);
    expect(rowsOf(read, ACCOUNTS_SET)).toEqual(rowsOf(other, ACCOUNTS_SET));
    expect(withAccounts(other, []).dataSets.map(({ id }) => id)).toEqual(['made-contexts']);
  });

  it('are those of the pattern that says more where two match, in whatever order', () => {
    for (const texts of [
      ['app=app.**', 'events=app.event.**'],
      ['events=app.event.**', 'app=app.**'],
    ])
      expect(rowsOf(withAccounts(RECORDED, texts), ACCOUNTS_SET)).toContain('events app 1 1 0 24');
  });

  it.each([
    ['xml', /has no name/],
    ['=org.xml.**', /has no name/],
    ['x y=org.xml.**', /has no name/],
    ['xml=', /is empty/],
    ['xml=!org.xml.**', /excludes methods, and names none/],
    ['xml=org..xml', /at character 5/],
  ])('are refused: %s', (text, sentence) => {
    expect(() => accountsOf([text])).toThrow(sentence);
  });
});

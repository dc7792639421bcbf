import {
  chmodSync,
  chownSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isRootsOwn, makeOwnFolder } from './ownFolder.ts';
import { ownStateFolder } from './stateFolder.ts';
import { KeptRecordings } from './keptRecordings.ts';
import { SupportLog } from '../support/supportLog.ts';
import { removeFolder } from '../testing/javaFixture.ts';
import { BY_TWO_USERS, canBeTwoUsers, SECOND_USER } from '../testing/secondUser.ts';

let folder = '';
beforeEach(() => (folder = mkdtempSync('/tmp/sluice-own-')));
afterEach(() => removeFolder(folder));

it('is made, and is for its user alone also when it was open to others', () => {
  const path = join(folder, 'a', 'b');
  const mask = process.umask(0);
  makeOwnFolder(path);
  process.umask(mask);
  expect(statSync(path).mode & 0o777).toBe(0o700);
  chmodSync(path, 0o755);
  makeOwnFolder(path);
  expect(statSync(path).mode & 0o777).toBe(0o700);
});

it('is not what a link in its place leads to', () => {
  const victim = join(folder, 'victim');
  mkdirSync(victim, { mode: 0o755 });
  symlinkSync(victim, join(folder, 'link'));
  expect(() => makeOwnFolder(join(folder, 'link'))).toThrow(/ELOOP|ENOTDIR/);
  expect(statSync(victim).mode & 0o777).toBe(0o755);
});

/**
 *     folder/ victim/            root's, 0755
 *             home/              the second user's
 *               state -> victim
 */
describe.runIf(canBeTwoUsers)(`of root with the home of another user, ${BY_TWO_USERS}`, () => {
  let home = '';
  let victim = '';
  beforeEach(() => {
    chmodSync(folder, 0o755);
    [home, victim] = [join(folder, 'home'), join(folder, 'victim')];
    for (const made of [home, victim]) mkdirSync(made, { mode: 0o755 });
    chownSync(home, SECOND_USER, SECOND_USER);
    symlinkSync(victim, join(home, 'state'));
  });
  const untouched = (): void => {
    expect(statSync(victim).mode & 0o777).toBe(0o755);
    expect(readdirSync(victim)).toEqual([]);
  };

  it('is in the home of root', () => {
    const before = { ...process.env };
    try {
      for (const variables of [
        { HOME: home },
        { XDG_STATE_HOME: home },
        { XDG_STATE_HOME: join(home, 'state') },
      ]) {
        delete process.env['XDG_STATE_HOME'];
        Object.assign(process.env, variables);
        expect(ownStateFolder()).toBe(join(userInfo().homedir, '.local/state/sluice'));
      }
      process.env['XDG_STATE_HOME'] = victim;
      expect(ownStateFolder()).toBe(join(victim, 'sluice'));
    } finally {
      for (const name of ['HOME', 'XDG_STATE_HOME']) {
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
      }
    }
  });

  it('is not made, opened to root alone, or written to over a folder of that user', async () => {
    const path = join(home, 'state');
    expect(() => makeOwnFolder(join(path, 'log'))).toThrow(`${home} belongs to user ${SECOND_USER}`);
    new SupportLog(path).write({ event: 'ended' });
    new SupportLog(join(path, 'log')).write({ event: 'ended' });
    const kept = new KeptRecordings(join(path, 'recent'));
    const facts = { name: 'a', mainClass: 'A', startedAtMs: 1, roots: [], fileBytes: 1, isSaved: true };
    async function* chunks(): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(new Uint8Array(1));
    }
    await expect(kept.write(kept.announce(facts), chunks())).rejects.toMatchObject({ code: 'io' });
    untouched();
  });

  it('is not where another user may rename what is there', () => {
    const open = join(folder, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    expect(isRootsOwn(join(open, 'sluice'))).toBe(false);
    chmodSync(open, 0o1777);
    expect(isRootsOwn(join(open, 'sluice'))).toBe(true);
    symlinkSync(victim, join(open, 'link'));
    expect(isRootsOwn(join(open, 'link', 'sluice'))).toBe(true);
    lchownSync(join(open, 'link'), SECOND_USER, SECOND_USER);
    expect(isRootsOwn(join(open, 'link', 'sluice'))).toBe(false);
    symlinkSync(home, join(folder, 'root-s-link'));
    expect(isRootsOwn(join(folder, 'root-s-link', 'sluice'))).toBe(false);
  });
});

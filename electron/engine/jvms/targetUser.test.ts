import { chownSync, chmodSync, mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { asTargetUser, ownPlace } from './targetUser.ts';
import { removeFolder } from '../testing/javaFixture.ts';
import { BY_TWO_USERS, canBeTwoUsers, SECOND_USER } from '../testing/secondUser.ts';

const SECOND = { euid: SECOND_USER, egid: SECOND_USER };
const SOME_GROUP = 65_077;

it('work for our own user is just done', () => {
  expect(asTargetUser(ownPlace(), () => process.geteuid?.())).toBe(process.geteuid?.());
});

it('work that goes on when it has returned is refused by its type', () => {
  // @ts-expect-error it would go on as root
  expect(asTargetUser(ownPlace(), async () => 1)).toBeInstanceOf(Promise);
});

describe.runIf(canBeTwoUsers)(`work as the target's user, ${BY_TWO_USERS}`, () => {
  const groups = process.getgroups?.() ?? [];
  let path = '';
  beforeEach(() => {
    const folder = mkdtempSync('/tmp/sluice-user-');
    chmodSync(folder, 0o777);
    path = join(folder, 'of-group');
    writeFileSync(path, 'abc');
    chownSync(path, 0, SOME_GROUP);
    chmodSync(path, 0o640);
    process.setgroups?.([0, SOME_GROUP]);
  });
  afterEach(() => {
    process.setgroups?.(groups);
    removeFolder(join(path, '..'));
  });

  it('has none of the groups of root, which are there again afterwards', () => {
    const made = join(path, '..', 'made');
    const seen = asTargetUser(SECOND, () => {
      writeFileSync(made, '');
      expect(() => readFileSync(path)).toThrow('EACCES');
      return [process.geteuid?.(), process.getegid?.(), process.getgroups?.()];
    });
    expect(seen).toEqual([SECOND_USER, SECOND_USER, [SECOND_USER]]);
    expect(statSync(made)).toMatchObject({ uid: SECOND_USER, gid: SECOND_USER });
    expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0]);
    expect(process.getgroups?.()).toEqual([0, SOME_GROUP]);
  });

  it('is root again when the work throws', () => {
    const fail = (): void => {
      throw new Error('as told');
    };
    expect(() => asTargetUser(SECOND, fail)).toThrow('as told');
    expect([process.geteuid?.(), process.getgroups?.()]).toEqual([0, [0, SOME_GROUP]]);
  });
});

import { UsageError } from '../../base/errors.ts';
import { toldText } from '../../base/toldText.ts';
import { BYTE_UNITS } from '../../metrics/byteUnits.ts';
import type { Account } from './accounts.ts';

/** What the objects of an account may take, or how many there may be. */
export interface AccountLimit {
  readonly text: string;
  /** live: of what is still there; made: of all that was made. */
  readonly of: 'live' | 'made';
  readonly account: string;
  readonly unit: 'bytes' | 'objects';
  readonly value: number;
}

/** By account, as `sluice watch` prints them. */
export interface AccountUse {
  readonly liveObjects: number;
  readonly liveBytes: number;
  /** Of the live bytes, one standard error. */
  readonly liveError: number;
  readonly objects: number;
  readonly bytes: number;
}

const REMEDY =
  'Write live:ACCOUNT=SIZE or made:ACCOUNT=SIZE, e.g. --limit live:app=1MB; without a unit it is a number of objects.';

/**
 * live:app=1MB, made:xml=500.
 * @throws SluiceError 'usage' that says what is not understood
 */
export function parseAccountLimit(text: string, accounts: readonly Account[]): AccountLimit {
  const parts = /^\s*(live|made):([\w.-]+)=(\d+(?:\.\d+)?)\s*([A-Za-z]*)\s*$/.exec(text);
  if (parts === null) throw new UsageError(`The limit ${toldText(text)} is not understood.`, REMEDY);
  const [, of, account, number, unit] = parts;
  if (accounts.every(({ name }) => name !== account)) {
    const known = accounts.map(({ name }) => name).join(', ');
    throw new UsageError(
      `The limit ${toldText(text)}: there is no account ${account}.`,
      `There are ${known}.`,
    );
  }
  if (unit !== '' && !Object.hasOwn(BYTE_UNITS, unit))
    throw new UsageError(
      `The limit ${toldText(text)}: the unit ${unit} is not known: ${Object.keys(BYTE_UNITS).join(', ')}.`,
      REMEDY,
    );
  return {
    ...{ text: text.trim(), account },
    of: of === 'live' ? 'live' : 'made',
    unit: unit === '' ? 'objects' : 'bytes',
    value: Number(number) * (unit === '' ? 1 : BYTE_UNITS[unit]),
  };
}

/** Whether an account has more than it may. What is estimated must be beyond two standard errors. */
export function isExceeded({ of, unit, value }: AccountLimit, use: AccountUse): boolean {
  if (of === 'made') return (unit === 'bytes' ? use.bytes : use.objects) > value;
  const relative = use.liveBytes === 0 ? 0 : use.liveError / use.liveBytes;
  const found = unit === 'bytes' ? use.liveBytes : use.liveObjects;
  return found * (1 - 2 * relative) > value;
}

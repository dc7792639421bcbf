import type { Command } from 'commander';
import { SluiceError, UsageError } from '../../../shared/base/errors.ts';
import { ACCOUNTS_SET, PRINCIPALS_SET, withAccounts } from '../../../shared/recording/sets/accountSets.ts';
import type { Snapshot } from '../../../shared/recording/snapshot.ts';
import { chosenGroups, withoutGroups } from '../../../shared/recording/sets/rootCallGroups.ts';
import { namedTables } from '../../../shared/tables/namedTables.ts';
import { typedAccounts, collect } from './optionValues.ts';
import { readRecording } from '../files/readRecording.ts';

/** Which root calls a command shows; none: all of them. */
export interface GroupFlags {
  readonly group: readonly string[];
}

/** For commands that show recordings. */
function withGroupOption(command: Command): Command {
  return command.option(
    '--group <name>',
    "only root calls of this group: slow or fast of --slow-calls, a value of --split; '*' stands for any text, '!name' for all others; repeatable",
    collect,
    [],
  );
}

export interface AccountFlags {
  readonly account: readonly string[];
}

/** Of which root calls, and by which accounts, a recording is shown. */
export type ReadFlags = AccountFlags & GroupFlags;

/** For commands that read recordings by `readAccounted`. */
export function withReadOptions(command: Command): Command {
  return withGroupOption(withAccountOption(command));
}

/** For commands that show recordings. */
export function withAccountOption(command: Command): Command {
  return command.option(
    '--account <name=pattern>',
    "code to whose account things go, in place of the recording's own: xml=org.xml.**; repeatable",
    typedAccounts,
    [],
  );
}

/** A recording as a command shows it. */
export interface AccountedRecording {
  /** Each thread once. */
  readonly snapshot: Snapshot;
  /** The same, its groups of root calls still with trees of their own. */
  readonly apart: Snapshot;
}

/**
 * A recording file: of the root calls that were asked for, with the accounts that were typed, or with its own.
 * @throws SluiceError 'usage' that names the file; also for a view of it that is of all root calls, where some were asked for
 */
export async function readAccounted(
  file: string,
  flags: ReadFlags & { readonly view?: string },
): Promise<AccountedRecording> {
  const whole = await readRecording(file);
  try {
    const apart = accounted(chosenGroups(whole, flags.group), flags);
    const snapshot = withoutGroups(apart);
    if (snapshot.groups !== undefined) refuseTableOfAll(flags.view, whole, snapshot);
    return { snapshot, apart };
  } catch (thrown) {
    if (!(thrown instanceof SluiceError)) throw thrown;
    throw new SluiceError(thrown.code, `${file}: ${thrown.message}`, thrown.remedy, { cause: thrown });
  }
}

function refuseTableOfAll(view: string | undefined, whole: Snapshot, ofSome: Snapshot): void {
  const [ofAll, left] = [whole, ofSome].map((snapshot) => namedTables(snapshot).map(({ id }) => id));
  if (view === undefined || !ofAll.includes(view) || left.includes(view)) return;
  throw new UsageError(
    `--view ${view} is a table of all root calls: of one group of them it is not known.`,
    `Leave the group out. Views of the call trees are of the group, and of the tables ${left.join(', ')}.`,
  );
}

/** The recording with the accounts that were typed, or with its own. */
export function accounted(snapshot: Snapshot, { account }: AccountFlags): Snapshot {
  return account.length === 0 ? snapshot : withAccounts(snapshot, account);
}

/** Groups of --by that are data sets: an account is no property of a method, but of a context. */
const ACCOUNT_GROUPS: readonly string[] = [ACCOUNTS_SET, PRINCIPALS_SET];

export function isAccountGroup(by: string): boolean {
  return ACCOUNT_GROUPS.includes(by);
}

/**
 * The view that --view names, or that --by means.
 * @param snapshots that are shown
 * @throws SluiceError 'usage' where there are no accounts, or another view is asked for
 */
export function askedView(
  { view, by }: { readonly view?: string; readonly by?: string },
  snapshots: readonly Snapshot[],
): string | undefined {
  if (by === undefined || !isAccountGroup(by)) return view;
  if (view !== undefined && view !== 'hot' && view !== by)
    throw new UsageError(`--by ${by} says nothing of --view ${view}.`, 'Leave one of them out.');
  if (snapshots.every(({ dataSets }) => dataSets.some(({ id }) => id === by))) return by;
  throw new UsageError(
    `--by ${by}: no accounts are known.`,
    "Give them: --account 'xml=org.xml.**' --account 'app=com.acme.**'",
  );
}

import { useMemo } from 'react';
import { FAST_CALLS, SLOW_CALLS } from '../../../shared/cct/rootCallRouter.ts';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import type { GroupSide } from '../../../shared/recording/sets/rootCallGroups.ts';
import { useApp, useAppState } from '../../state/app/appContext.ts';
import { useAtom } from '../../state/atom.ts';
import type { Results } from '../../state/results.ts';
import { tellsSlowCalls } from '../../state/slowCalls.ts';
import { Button } from '../../widgets/Button.tsx';
import { SelectField } from '../../widgets/SelectField.tsx';

const NO_GROUPS: readonly string[] = [];
/** As people count: GET /10 is behind GET /9. */
const BY_NAME = new Intl.Collator('en', { numeric: true }).compare;
const FAST: GroupSide = { group: FAST_CALLS, isRest: false };
const SLOW: GroupSide = { group: SLOW_CALLS, isRest: false };

/** Which root calls the views show, where the recording tells them apart; nothing where it does not. */
export function GroupChooser({ results }: { readonly results: Results }) {
  const app = useApp();
  const chosen = useAtom(results.groups);
  const groups = useAtom(results.moment, (moment) => moment?.groups ?? NO_GROUPS);
  const bySlow = useAppState(tellsSlowCalls);
  const listed = useMemo(() => [...groups].sort(BY_NAME), [groups]);
  if (groups.length === 0) return null;
  const isMissing = [FAST_CALLS, SLOW_CALLS].find((group) => !groups.includes(group));
  const whyNot = isMissing === undefined ? '' : `No root call was ${isMissing} so far.`;
  return (
    <>
      <SelectField
        label="Root calls"
        value={chosen === 'all' ? chosen : `= ${chosen.join()}`}
        options={[
          { value: 'all', text: 'All root calls' },
          ...listed.map((group) => ({
            value: `= ${group}`,
            text: bySlow ? speedText(group) : visibleText(group),
          })),
        ]}
        hint="Which root calls the views show"
        onChange={(value) => results.chooseGroups(value === 'all' ? 'all' : [value.slice(2)])}
      />
      {bySlow && !results.isComparison ? (
        <Button
          kind="quiet"
          hint="Compare the slow root calls with the fast ones, per root call"
          whyNot={whyNot}
          onClick={() => void app.comparison.compareGroups(FAST, SLOW)}
        >
          Compare slow with fast
        </Button>
      ) : null}
    </>
  );
}

/** Of those that are told apart by how long they last. */
function speedText(group: string): string {
  if (group === SLOW_CALLS) return 'Slow root calls';
  return group === FAST_CALLS ? 'Fast root calls' : visibleText(group);
}

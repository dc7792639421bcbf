import { formatCount } from '../../../shared/naming/formatNumbers.ts';
import { useApp } from '../../state/app/appContext.ts';
import type { SessionStatus } from '../../../shared/ipc/engineApi.ts';
import { Button } from '../../widgets/Button.tsx';
import { visibleText } from '../../../shared/naming/visibleText.ts';
import { ListedNumber } from './ListedNumber.tsx';

/** How many methods are switched off; a click lists them, to be measured again. Nothing where there are none. */
export function SwitchedOffNumber({ status }: { readonly status: SessionStatus }) {
  const app = useApp();
  const { count, names } = status.instrumentation.switchedOff;
  if (count === 0) return null;
  const canSwitch = status.phase === 'recording';
  return (
    <ListedNumber
      label="Switched off"
      count={count}
      hint="Methods that are not measured any more, by your wish or to keep the overhead down"
      title="Switched off"
      explanation="Calls of these are not counted; their time is their caller’s own. All other counts stay exact."
    >
      {names.map((name) => (
        <li key={name}>
          <div className="switchedOffMethod">
            <span className="mono">{visibleText(name)}</span>
            {canSwitch ? (
              <Button
                label={`Measure ${visibleText(name)} again`}
                onClick={() => void app.session.measureAgain(name)}
              >
                Measure again
              </Button>
            ) : null}
          </div>
        </li>
      ))}
      {count > names.length ? <li>and {formatCount(count - names.length)} more</li> : null}
      {canSwitch ? (
        <li className="switchedOffAll">
          <Button onClick={() => void app.session.measureAgain('**')}>Measure all again</Button>
        </li>
      ) : null}
    </ListedNumber>
  );
}

import type { RecordingDraft } from '../../state/appState.ts';
import { splitOffers } from '../../state/drafts/splitOffers.ts';
import { Button } from '../../widgets/Button.tsx';
import './SplitOffers.css';

interface SplitOffersProps {
  readonly draft: Pick<RecordingDraft, 'roots' | 'split'>;
  readonly disabled: boolean;
  readonly onSplit: (split: string) => void;
}

/** Below the field: what the roots can be split by, a click each, and the same once more takes it back. */
export function SplitOffers({ draft: { roots, split }, disabled, onSplit }: SplitOffersProps) {
  const offers = splitOffers(roots);
  return (
    <ul className="splitOffers" aria-label="Values to split by">
      {offers.map(({ split: value, type }) => {
        const isChosen = split.trim() === value;
        return (
          <li key={value}>
            <Button
              label={`Split by ${value}${type === '' ? '' : `, ${type}`}`}
              hint={
                value === 'thread'
                  ? 'A tree for each name of a thread'
                  : 'A tree for each value of this argument'
              }
              whyNot={disabled ? 'The session is over.' : ''}
              pressed={isChosen}
              onClick={() => onSplit(isChosen ? '' : value)}
            >
              {value} {type}
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

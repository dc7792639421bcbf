import {
  hasPart,
  withPart,
  type MetricsChoice,
  type MetricsPart,
  type MetricsPartTexts,
} from '../../../shared/recording/options/chosenMetrics.ts';
import { CheckBox } from '../../widgets/CheckBox.tsx';

interface MetricsBoxesProps {
  readonly parts: Readonly<Record<string, MetricsPartTexts>>;
  readonly choice: MetricsChoice;
  readonly disabled: boolean;
  readonly onChange: (choice: MetricsChoice) => void;
}

/** What is measured of every call: any of it, each with what it costs. Calls always are. */
export function MetricsBoxes({ parts, choice, disabled, onChange }: MetricsBoxesProps) {
  return (
    <>
      {Object.entries(parts).map(([name, { title, hint, cost }], i) => (
        <CheckBox
          key={name}
          label={title}
          explanation={hint}
          beside={cost}
          checked={i === 0 || hasPart(choice, name as MetricsPart)}
          disabled={disabled || i === 0}
          onChange={(isChosen) => onChange(withPart(choice, name as MetricsPart, isChosen))}
        />
      ))}
    </>
  );
}

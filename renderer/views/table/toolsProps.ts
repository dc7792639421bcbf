import type { Results } from '../../state/results.ts';

/** Of what stands beside the tabs, above the view that is in front. */
export interface ToolsProps {
  readonly results: Results;
  /** The user wants to go on in the view. */
  readonly onLeave: () => void;
}

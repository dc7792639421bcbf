import type { Results } from '../../state/results.ts';
import { FlameGraphView } from './FlameGraphView.tsx';
import { FlameTools } from './FlameTools.tsx';

interface ToolsProps {
  readonly results: Results;
  readonly onLeave: () => void;
}

export function CallFlames({ results }: { readonly results: Results }) {
  return <FlameGraphView key="flame" view="flame" results={results} />;
}

export function CallFlameTools(props: ToolsProps) {
  return <FlameTools view="flame" {...props} />;
}

/** Packages, the classes in them and their methods, as wide as what they take by themselves. */
export function PackageFlames({ results }: { readonly results: Results }) {
  return <FlameGraphView key="packages" view="packages" results={results} />;
}

export function PackageFlameTools(props: ToolsProps) {
  return <FlameTools view="packages" {...props} />;
}

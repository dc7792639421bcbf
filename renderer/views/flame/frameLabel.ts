import type { FlameFrame } from '../../worker/views/flameFrame.ts';
import type { MethodLabels } from '../table/methodLabels.ts';

type NamedFrame = Pick<FlameFrame, 'method' | 'title'>;

/** As in the rows of tables, without packages and parameters. Method -1 is all. */
export function frameLabel(labels: MethodLabels, { method, title }: NamedFrame): string {
  if (title !== null) return title.short;
  if (method < 0) return 'All';
  const { keyword, className, method: name } = labels.get(method);
  return name === '' ? `${keyword}${className}` : `${className}.${name}`;
}

/** Where there is no room for the class: a method tells more than the beginning of its class. */
export function shortLabel(labels: MethodLabels, frame: NamedFrame): string {
  const { method, title } = frame;
  return (title === null && method >= 0 && labels.get(method).method) || frameLabel(labels, frame);
}

/** In full. */
export function frameName(labels: MethodLabels, { method, title }: NamedFrame): string {
  return title?.long ?? labels.get(method).long;
}

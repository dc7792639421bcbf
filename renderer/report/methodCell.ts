import type { ReportData } from '../../shared/export/reportData.ts';
import { shortenedName } from '../../shared/naming/methodNames.ts';
import { element } from './element.ts';

/** `c.acme.Shop.order(int)`, its class in a quieter colour and in full on hover. */
export function methodName({ methods }: ReportData, place: number): HTMLElement {
  const [className, method] = methods[place];
  return element(
    'span',
    { class: 'method', attributes: { title: `${className}.${method}` } },
    element('span', { class: 'owner', text: `${shortenedName(className)}.` }),
    element('span', { text: method }),
  );
}

export function fullName({ methods }: ReportData, place: number): string {
  const [className, method] = methods[place];
  return `${className}.${method}`;
}

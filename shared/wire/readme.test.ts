import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Fields, Form } from './controlFields.ts';
import { PACKETS } from './controlMessage.ts';
import { RECORDING_TOTALS, RUNNING_TOTALS } from './runningTotals.ts';

const readme = readFileSync(new URL('./README.md', import.meta.url), 'utf8');
const section = readme.slice(readme.indexOf('\n## 1.'), readme.indexOf('\n## 2.'));

/** As README.md names the fields: `type name`, those of records one by one. */
function drawn(fields: Fields): string[] {
  return Object.entries(fields).flatMap(([name, form]) => drawnField(form, form.wireName ?? name));
}

function drawnField({ layout }: Form<unknown>, name: string, array = ''): string[] {
  if (typeof layout === 'string') return [`${layout}${array} ${name}`];
  return 'fields' in layout ? drawn(layout.fields) : drawnField(layout.item, name, '[]');
}

/** What README.md draws of each packet, by its name. */
function drawnPackets(): Record<string, unknown> {
  const heads = /^ {5}(?:\w+ +-> \w+ +)?(\d+) ([A-Z_]+) (.*\n(?: {8,}.*\n)*)/gm;
  return Object.fromEntries(
    [...section.matchAll(heads)].map(([, number, name, text]) => {
      const whole = text
        .replace('totals (as HEARTBEAT)', drawn(RUNNING_TOTALS).join(', '))
        .replace('account (the fields of STOPPED)', drawn(RECORDING_TOTALS).join(', '));
      const fields = whole.match(/\b(?:u8|u16|u32|i64|f64|utf|blob)(?:\[\])? \w+/g) ?? [];
      return [name, { number: Number(number), fields }];
    }),
  );
}

describe('README.md', () => {
  it('draws each packet with its number and its fields, and no other', () => {
    const packets = Object.entries(PACKETS).map(([kind, { number, form }]) => [
      kind.replace(/[A-Z]/g, '_$&').toUpperCase(),
      { number, fields: drawnField(form, kind) },
    ]);
    expect(drawnPackets()).toEqual(Object.fromEntries(packets));
  });
});

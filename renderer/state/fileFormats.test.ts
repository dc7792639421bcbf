import { expect, test } from 'vitest';
import { offeredName } from './fileFormats.ts';

const MOMENT = new Date(2026, 10, 21, 18, 42, 9).getTime();

test.each([
  ['com.acme.OrderServer', MOMENT, 'sluice', 'OrderServer-2026-11-21-184209.sluice'],
  ['/opt/app/server.jar', MOMENT, 'pprof', 'server-2026-11-21-184209.pb.gz'],
  [
    'spring-petclinic-4.0.0-SNAPSHOT.jar',
    MOMENT,
    'sluice',
    'spring-petclinic-4.0.0-SNAPSHOT-2026-11-21-184209.sluice',
  ],
  ['', MOMENT, 'sluice', 'recording-2026-11-21-184209.sluice'],
  ['a.Evil<img>', MOMENT, 'csv', 'Evil_img_-2026-11-21-184209.csv'],
  ['-rf\u202e.\u202e-Odd\nName', MOMENT, 'sluice', '_-Odd_Name-2026-11-21-184209.sluice'],
  ['..', MOMENT, 'sluice', 'recording-2026-11-21-184209.sluice'],
  [`a.${'é'.repeat(30_000)}`, MOMENT, 'html', `${'é'.repeat(80)}-2026-11-21-184209.html`],
  ['run-2.sluice', null, 'collapsedCalls', 'run-2.calls.collapsed'],
] as const)('%s is offered with its own name, the second and the ending', (subject, atMs, format, name) => {
  expect(offeredName(subject, atMs, format)).toBe(name);
});

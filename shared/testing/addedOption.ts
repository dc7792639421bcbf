import type { SwitchOption } from '../recording/options/options.ts';

/** An option that Sluice has never heard of. */
export const ADDED_OPTION: SwitchOption = {
  kind: 'switch',
  initial: false,
  missing: null,
  words: ['silent', 'loud'],
  flag: '--fake-noise',
  help: 'a noise at each call',
  section: 'Fake section',
  title: 'Make a fake noise',
  hint: 'Heard at each call.',
  label: 'Fake noise',
  differing: 'fake noises',
};

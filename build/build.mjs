// npm run build: everything that can be built, said step by step.
import { command, say } from './command.mjs';
import { setUp } from './setup.mjs';

await command(async () => {
  await setUp({ quiet: false });
  say('dist/ is up to date.');
});

// npm run screenshot: docs/views/*.png, the window on a server under load as it is now (e2e/pictures/serverPictures.ts);
// `npm run screenshot -- comparison` makes those of one part.
import { bundleScript } from './bundleScript.mjs';
import { command, run } from './command.mjs';
import { setUp } from './setup.mjs';
import { ROOT } from './tree.mjs';

await command(async (parts) => {
  await setUp();
  const script = await bundleScript('e2e/pictures/serverPictures.ts', 'pictures');
  const { code } = await run(process.execPath, [script, ...parts], { cwd: ROOT, stdio: 'inherit' });
  return code;
});

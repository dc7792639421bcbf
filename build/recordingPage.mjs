import { createHash } from 'node:crypto';
import { Problem } from './command.mjs';

/**
 * The application's page as one file that needs no server, up to where a recording goes (shared/export/htmlPage.ts). The worker
 * is text that the page makes a Blob of (renderer/state/workerUrl.ts): from file:// a browser starts no other.
 * @param html renderer/index.html
 */
export function recordingPageOf({ html, script, style, worker }) {
  const [inlineScript, inlineStyle, inlineWorker] = [script, style, worker].map(inlined);
  // What the engine's server sends as a header (securityHeaders.ts), with hashes in place of addresses; nothing is fetched.
  const policy = [
    "default-src 'none'",
    `script-src '${sha256(inlineScript)}'`,
    `style-src '${sha256(inlineStyle)}'`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sluice-worker',
  ].join('; ');
  const places = {
    '<meta charset="utf-8" />': `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<link rel="stylesheet" href="./index.css" />': `<style>${inlineStyle}</style>`,
    '<script type="module" src="./index.js"></script>': `<script type="module">${inlineScript}</script>`,
  };
  const end = html.indexOf('</body>');
  const parts = html.slice(0, end).split(new RegExp(`(${Object.keys(places).join('|')})`));
  const missing = Object.keys(places).filter((place) => !parts.includes(place));
  if (end < 0 || missing.length > 0)
    throw new Problem(
      `renderer/index.html has no ${missing[0] ?? '</body>'}, which recordingPage.mjs fills.`,
    );
  return (
    parts.map((part) => places[part] ?? part).join('') +
    '<noscript>This recording is shown by a script within it, and the browser does not run it.</noscript>\n' +
    `<script type="text/plain" id="cctWorker">${inlineWorker}</script>\n` +
    '<script type="text/plain" id="recording">'
  );
}

/** Without the address of its source map. */
function inlined(text) {
  const own = text.replace(/^(\/\/|\/\*)# sourceMappingURL=.*$/gm, '');
  if (/<\/(script|style)|<!--/i.test(own))
    throw new Problem('A bundle has </script>, </style> or <!-- in it: it cannot be put into a page.');
  return own;
}

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { Problem } from './command.mjs';
import { fromRoot } from './tree.mjs';

/**
 * The application's page as one file that needs no server, up to where a recording goes (shared/export/htmlPage.ts). Style and
 * script are in it as gzip in base 85, which is a third of their length.
 * @param script renderer/exported.tsx bundled: a classic script, which is the page's and its worker's
 */
export function recordingPageOf({ script, style }) {
  const html = readFileSync(fromRoot('renderer', 'index.html'), 'utf8');
  const packed = gzipSync(style + script, { level: 9 });
  const starts = `(${start})(${packed.length}, ${style.length})`;
  // What the engine's server sends as a header (securityHeaders.ts), with hashes in place of addresses; nothing is fetched.
  const policy = [
    "default-src 'none'",
    `script-src '${sha256(starts)}' '${sha256(script)}'`,
    `style-src '${sha256(style)}'`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types sluice-page sluice-worker',
  ].join('; ');
  const places = {
    '<meta charset="utf-8" />': `<meta charset="utf-8" /><meta http-equiv="Content-Security-Policy" content="${policy}" />`,
    '<link rel="stylesheet" href="./index.css" />': '',
    '<script type="module" src="./index.js"></script>': `<script>${starts}</script>`,
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
    `<script type="text/plain" id="packed">${base85(packed)}</script>\n` +
    '<script type="text/plain" id="recording">'
  );
}

/**
 * In the page: unpacks style and script, and puts them where the page's policy knows them by their hashes. Its text goes into the page.
 * @param {number} packedBytes of gzip
 * @param {number} styleLength in characters: the script follows it
 */
function start(packedBytes, styleLength) {
  addEventListener('DOMContentLoaded', async () => {
    try {
      const packed = document.getElementById('packed');
      const digits = packed.textContent;
      const numbers = new DataView(new ArrayBuffer((digits.length / 5) * 4));
      for (let at = 0; at < digits.length; at += 5) {
        let number = 0;
        for (let i = at; i < at + 5; i++) {
          const code = digits.charCodeAt(i);
          number = number * 85 + (code === 123 ? 25 : code - 35);
        }
        numbers.setUint32((at / 5) * 4, number);
      }
      const bytes = new Uint8Array(numbers.buffer, 0, packedBytes);
      const unpacking = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
      const text = await new Response(unpacking).text();
      const style = document.createElement('style');
      style.textContent = text.slice(0, styleLength);
      const script = document.createElement('script');
      script.id = 'application';
      const rules = { createScript: (source) => source };
      const policy = globalThis.trustedTypes?.createPolicy('sluice-page', rules) ?? rules;
      script.text = policy.createScript(text.slice(styleLength));
      document.head.append(style, script);
      packed.remove();
    } catch (thrown) {
      document.getElementById('root').textContent =
        typeof DecompressionStream === 'undefined'
          ? 'This browser is too old for this page: open it in Chrome or Edge 80, Firefox 113, Safari 16.4, or a later one.'
          : `This page was cut or changed, and shows nothing: get the file again, or export the recording again. (${thrown})`;
    }
  });
}

/**
 * Four bytes as five printable digits: a sixteenth shorter than base64. Digits are the characters from # (35) on; in the place of <,
 * which could begin an end tag, is { (123). The last four bytes are filled with zeros.
 */
function base85(bytes) {
  const whole = Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)]);
  let digits = '';
  for (let at = 0; at < whole.length; at += 4) {
    const number = whole.readUInt32BE(at);
    for (let place = 85 ** 4; place >= 1; place /= 85) {
      const digit = Math.floor(number / place) % 85;
      digits += String.fromCharCode(digit === 25 ? 123 : digit + 35);
    }
  }
  return digits;
}

const sha256 = (text) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

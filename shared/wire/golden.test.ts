import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { goldenBlocks } from '../testing/goldenBlocks.ts';
import { bytesOfHex, goldenMessages, hexLines, messageLines, packetLines } from '../testing/goldenWire.ts';
import { decodeMessage } from './controlCodec.ts';
import { PACKETS } from './controlMessage.ts';

const goldenFolder = new URL('./golden/', import.meta.url);
const packetsFile = new URL('packets.txt', goldenFolder);
const packets = packetLines().join('\n') + '\n';
const files = [...goldenMessages(), ...goldenBlocks()];

if (process.env['SLUICE_WRITE_GOLDEN'] === '1') {
  mkdirSync(goldenFolder, { recursive: true });
  writeFileSync(packetsFile, packets);
  for (const { name, bytes, values } of files) {
    writeFileSync(new URL(`${name}.hex`, goldenFolder), hexLines(bytes));
    writeFileSync(new URL(`${name}.txt`, goldenFolder), values.join('\n') + '\n');
  }
}

describe('golden files', () => {
  it('have the number, the sender and the fields of each packet', () => {
    expect(packets).toBe(readFileSync(packetsFile, 'utf8'));
  });

  it.each(files)('$name has the bytes and the values written in the folder', ({ name, bytes, values }) => {
    expect(hexLines(bytes)).toBe(readFileSync(new URL(`${name}.hex`, goldenFolder), 'utf8'));
    expect(values.join('\n') + '\n').toBe(readFileSync(new URL(`${name}.txt`, goldenFolder), 'utf8'));
  });

  it.each(goldenMessages())('$name decodes to the values written beside it', ({ name }) => {
    const packet = bytesOfHex(readFileSync(new URL(`${name}.hex`, goldenFolder), 'utf8'));
    const view = new DataView(packet.buffer);
    const message = decodeMessage(view.getUint8(8), packet.subarray(9));
    const lines = messageLines(view.getUint32(4), message);
    expect(lines.join('\n') + '\n').toBe(readFileSync(new URL(`${name}.txt`, goldenFolder), 'utf8'));
  });

  it('cover every message, and nothing else lies in the folder', () => {
    const names = new Set(files.map(({ name }) => name));
    for (const kind of Object.keys(PACKETS)) expect(names).toContain(kind);
    const expected = files.flatMap(({ name }) => [`${name}.hex`, `${name}.txt`]);
    expect(readdirSync(goldenFolder).sort()).toEqual(['README.md', 'packets.txt', ...expected].sort());
  });
});

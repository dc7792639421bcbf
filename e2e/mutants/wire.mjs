const SPLITTER = 'shared/wire/frameSplitter.ts';
const DECODER = 'shared/wire/blockDecoder.ts';

/** Faults of packets, blocks and words. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'a stranger may send packets of 32 MiB',
    file: SPLITTER,
    from: 'UNPROVEN_PACKET_LENGTH = 4096',
    to: 'UNPROVEN_PACKET_LENGTH = 32 << 20',
    tests: ['shared/wire/frameSplitter.test.ts', 'electron/engine/agent/agentConnection.test.ts'],
  },
  {
    name: 'a packet without id and type is taken',
    file: SPLITTER,
    from: 'length < MIN_PACKET_LENGTH || ',
    to: 'length < 1 || ',
    tests: ['shared/wire/frameSplitter.test.ts'],
  },
  {
    name: 'the fields of a packet in pieces lie in the buffer of the next',
    file: SPLITTER,
    from: '    this.#partial = new Uint8Array(64); // the packet',
    to: '    // the packet',
    tests: ['shared/wire/frameSplitter.test.ts'],
  },
  {
    name: 'a packet that has only begun is not told',
    file: SPLITTER,
    from: '      this.#onBegun(headAt(viewOf(this.#partial, 0, HEAD_BYTES)));\n',
    to: '',
    tests: ['shared/wire/frameSplitter.test.ts', 'electron/engine/agent/agentConnection.test.ts'],
  },
  {
    name: 'blocks may be missing from the stream',
    file: DECODER,
    from: 'if (this.#nextSequence !== null && sequence !== this.#nextSequence) {',
    to: 'if (false) {',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'padding does not count as a block',
    file: DECODER,
    from: 'if (this.#nextSequence !== null) this.#nextSequence = (this.#nextSequence + 1) >>> 0;',
    to: '',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'a block may end at any byte',
    file: DECODER,
    from: ' || blockBytes % BLOCK_ALIGNMENT_BYTES !== 0',
    to: '',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'a block of events may be longer than the buffer for its words',
    file: DECODER,
    from: 'maxBytes: BLOCK_HEADER_BYTES + MAX_EVENTS_PER_BLOCK * WORD_BYTES',
    to: 'maxBytes: MAX_RING_BYTES',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'the name of a thread may reach beyond its block',
    file: DECODER,
    from: 'if (2 + textBytes > payloadBytes) {',
    to: 'if (false) {',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'words at odd addresses are read where they do not lie',
    file: DECODER,
    from: 'this.#alignedWords.set(bytes.subarray(at, at + payloadBytes));',
    to: 'this.#alignedWords.set(bytes.subarray(at, at + payloadBytes - WORD_BYTES));',
    tests: ['shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'numbers beyond 2^53 lose their last digits',
    file: 'shared/base/byteReader.ts',
    from: 'if (Number.isSafeInteger(value)) return value;',
    to: 'return value;',
    tests: ['shared/wire/controlCodec.test.ts', 'shared/wire/blockDecoder.test.ts'],
  },
  {
    name: 'a cost of the probes may be negative',
    file: 'shared/wire/controlFields.ts',
    from: 'value >= 0 && value < Infinity',
    to: 'value < Infinity',
    tests: ['shared/wire/controlCodec.test.ts'],
  },
];

import { describe, expect, it } from 'vitest';
import { goldenMessages } from '../testing/goldenWire.ts';
import { decodeMessage, encodeMessage } from './controlCodec.ts';
import { PROTOCOL_VERSION } from './protocolVersion.ts';

const PACKET_HEADER_BYTES = 9;

describe('the control codec refuses', () => {
  it('an unknown packet type', () => {
    expect(() => decodeMessage(99, new Uint8Array(0))).toThrow('packet type 99 is not defined');
  });

  it.each(goldenMessages())('$name with any number of bytes missing', ({ bytes }) => {
    const fields = bytes.subarray(PACKET_HEADER_BYTES);
    for (let length = 0; length < fields.length; length++) {
      expect(() => decodeMessage(bytes[8], fields.subarray(0, length))).toThrow(
        expect.objectContaining({ name: 'SluiceError', code: 'protocol' }),
      );
    }
  });

  it.each(goldenMessages())('$name with a byte too many', ({ bytes }) => {
    const fields = Uint8Array.from([...bytes.subarray(PACKET_HEADER_BYTES), 0]);
    expect(() => decodeMessage(bytes[8], fields)).toThrow('1 bytes too many');
  });

  it('a count that cannot fit, before it reads an item', () => {
    expect(() => decodeMessage(12, Uint8Array.of(0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1))).toThrow(
      'getClassBytes: field classIds at offset 4: 2147483647 items of at least 4 bytes are announced, 4 are left',
    );
  });

  it('numbers that mean nothing', () => {
    expect(() => decodeMessage(22, Uint8Array.of(9))).toThrow(
      'calibrate: field clock before offset 1: found 9, known are none, nano',
    );
    expect(() => decodeMessage(44, Uint8Array.of(6, 0, 0))).toThrow('field note');
    const tooLarge = Uint8Array.from({ length: 16 }, (_, i) => (i === 1 ? 0x40 : 0)); // 2^54
    expect(() => decodeMessage(34, tooLarge)).toThrow(
      'field passes at offset 0: 18014398509481984 is not between -2^53 and 2^53',
    );
  });

  it.each([NaN, Infinity, -1])('costs of the probes of %d ns', (countSpreadNs) => {
    const calibration = encodeMessage(1, {
      kind: 'calibration',
      innerNs: 0,
      outerNs: 0,
      spreadNs: 0,
      countNs: 0,
      countSpreadNs,
      pausedPairNs: 0,
      pausedSpreadNs: 0,
      starvedPairNs: 0,
      starvedSpreadNs: 0,
      stepNs: 0,
    });
    expect(() => decodeMessage(23, calibration.subarray(PACKET_HEADER_BYTES))).toThrow(
      `field countSpreadNs before offset 40: found ${countSpreadNs}, a duration is needed`,
    );
  });

  it('a handshake of another version, with what to do about it', () => {
    expect(() => decodeMessage(1, Uint8Array.of(0, PROTOCOL_VERSION + 1, 0xff))).toThrow(
      expect.objectContaining({
        code: 'version',
        message: `The agent speaks protocol version ${PROTOCOL_VERSION + 1}, this side speaks ${PROTOCOL_VERSION}`,
      }),
    );
  });

  it('to write a packet that the other side would refuse', () => {
    expect(() => encodeMessage(1, { kind: 'rewritten', bytes: new Uint8Array(33 << 20), made: [] })).toThrow(
      'at most 33554432 are allowed',
    );
  });
});

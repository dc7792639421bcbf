import { expect, it } from 'vitest';
import type { MeasurementRequest } from '../../../shared/ipc/engineApi.ts';
import { recordingRequest } from '../../../shared/testing/recordingRequest.ts';
import type { MeasurementParts } from '../measurements/measurement.ts';
import { measurementOf } from './measurementKinds.ts';

const PARTS = { pid: process.pid } as unknown as MeasurementParts;
const measurement = (request: unknown): unknown => measurementOf(request as MeasurementRequest, PARTS, false);

it('measures a call tree, also where the request names no kind, or a region', () => {
  const request = recordingRequest('a.B::c');
  expect(measurement(request)).toMatchObject({ phase: 'recording' });
  expect(measurement({ ...request, kind: 'callTree' })).toMatchObject({ phase: 'recording' });
  expect(measurement({ kind: 'region', method: 'a.B::c', lines: null })).toMatchObject({ phase: 'timing' });
});

it('says what it can measure where a request is of another kind', () => {
  const text = 'Request: kind "toString" is not one of callTree, region.';
  expect(() => measurement({ kind: 'toString' })).toThrow(text);
});

it.each([
  [{ method: 7, lines: null }, 'method must be a method pattern'],
  [{ method: 'a.B::c', lines: { first: 9, last: 8 } }, 'lines must be null, or two line numbers'],
])('refuses a region of the wrong shape: %o', (region, problem) => {
  expect(() => measurement({ kind: 'region', ...region })).toThrow(problem);
});

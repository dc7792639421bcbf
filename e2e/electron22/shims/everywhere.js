/** Of ECMAScript 2023, which V8 10.8 lacks in part. */
const ARRAYS = [
  Array,
  Int8Array,
  Uint8Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
];
const METHODS = {
  toSorted(compare) {
    return this.slice().sort(compare);
  },
  toReversed() {
    return this.slice().reverse();
  },
  with(index, value) {
    const copy = this.slice();
    copy[index < 0 ? copy.length + index : index] = value;
    return copy;
  },
};
for (const { prototype } of [...ARRAYS, BigInt64Array])
  for (const [name, value] of Object.entries(METHODS))
    if (!(name in prototype))
      Object.defineProperty(prototype, name, { value, configurable: true, writable: true });

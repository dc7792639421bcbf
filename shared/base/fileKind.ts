/** What a file is that others have written, by what it begins with: names say little. */
export interface FileKind {
  /** "a zip archive" */
  readonly what: string;
  /** What can be done with it. */
  readonly remedy: string;
}

/** So many bytes are enough. */
export const FILE_KIND_BYTES = 512;

const UNPACK = 'Unpack it, and give the file that is in it.';
const REPORT = 'Show it with `sluice report FILE` or `sluice view FILE`.';

const KINDS: readonly (FileKind & { readonly magic: string; readonly at?: number })[] = [
  {
    magic: 'JAVA PROFILE ',
    what: 'a heap dump or another hprof file',
    remedy: 'Show a heap dump with sluice heap FILE.',
  },
  { magic: 'FLR\0', what: 'a recording of the JDK Flight Recorder (.jfr)', remedy: REPORT },
  { magic: '\x89SLUICE\n', what: 'a recording of Sluice', remedy: REPORT },
  { magic: '0SECTION ', what: 'a javacore of OpenJ9', remedy: 'Sluice reads thread dumps of HotSpot JVMs.' },
  {
    magic: 'portable heap dump',
    at: 2,
    what: 'a heap dump of OpenJ9 (PHD)',
    remedy: 'Sluice reads heap dumps of HotSpot JVMs (.hprof).',
  },
  {
    magic: 'nBpRoFiLeR',
    what: 'a snapshot of VisualVM (.nps)',
    remedy: 'Sluice reads .jfr, .hprof and thread dumps.',
  },
  { magic: 'PK\x03\x04', what: 'a ZIP or jar file', remedy: UNPACK },
  { magic: 'PK\x05\x06', what: 'an empty ZIP file', remedy: UNPACK },
  { magic: '\x1f\x8b', what: 'a gzip file, such as pprof and Firefox profiles are', remedy: UNPACK },
  { magic: '\x28\xb5\x2f\xfd', what: 'packed by zstd', remedy: UNPACK },
  { magic: '\xfd7zXZ\0', what: 'packed by xz', remedy: UNPACK },
  { magic: 'BZh', what: 'packed by bzip2', remedy: UNPACK },
  { magic: '7z\xbc\xaf\x27\x1c', what: 'a 7z archive', remedy: UNPACK },
  { magic: 'ustar', at: 257, what: 'a tar archive', remedy: UNPACK },
  { magic: '\xca\xfe\xba\xbe', what: 'a class file', remedy: '' },
  { magic: '\x7fELF', what: 'an ELF file: a program or a core dump', remedy: '' },
  { magic: 'MZ', what: 'a program of Windows', remedy: '' },
  { magic: '%PDF', what: 'a PDF', remedy: '' },
  { magic: '\x89PNG', what: 'a picture (PNG)', remedy: '' },
  { magic: '<!', what: 'a page of HTML or XML', remedy: '' },
  { magic: '<html', what: 'a page of HTML', remedy: '' },
  { magic: '<?xml', what: 'XML', remedy: '' },
  { magic: '{', what: 'a JSON text, of none of the forms that are read', remedy: '' },
  { magic: '[{', what: 'a JSON text, of none of the forms that are read', remedy: '' },
];

/** @param begin its first bytes, FILE_KIND_BYTES of them if it has as many. Null: none that is known */
export function fileKindOf(begin: Uint8Array): FileKind | null {
  if (begin.length === 0) return { what: 'empty', remedy: '' };
  const text = String.fromCharCode(...begin.subarray(0, FILE_KIND_BYTES));
  return KINDS.find(({ magic, at = 0 }) => text.startsWith(magic, at)) ?? null;
}

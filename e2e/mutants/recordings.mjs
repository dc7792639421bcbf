const CODEC = 'shared/recording/file/snapshotCodec.ts';
const SECTIONS = 'shared/recording/format/fileSections.ts';
const CODEC_TESTS = ['shared/recording/file/snapshotCodec.test.ts'];
const SAVING = 'electron/cli/files/writeFileAtomically.ts';
const SAVING_TESTS = ['electron/cli/files/writeFileAtomically.test.ts'];
const KEPT = 'electron/engine/recordings/keptRecordings.ts';
const KEPT_TESTS = ['electron/engine/recordings/keptRecordings.test.ts'];

/** Faults of files of recordings. @type {readonly import('../../build/mutant.mjs').Mutant[]} */
export const MUTANTS = [
  {
    name: 'a damaged section is read',
    file: SECTIONS,
    from: 'if (crc32(payload) !== view.getUint32(at + 4, true))',
    to: 'if (crc32(payload) < 0)',
    tests: CODEC_TESTS,
  },
  {
    name: 'a recording that ends with another file is read',
    file: SECTIONS,
    from: 'if (at !== bytes.length) throw',
    to: 'if (at > bytes.length) throw',
    tests: CODEC_TESTS,
  },
  {
    name: 'a recording of a newer version is read',
    file: SECTIONS,
    from: 'if (version > RECORDING_VERSION) {',
    to: 'if (version > RECORDING_VERSION + 1) {',
    tests: CODEC_TESTS,
  },
  {
    name: 'a parent may stand behind its child',
    file: CODEC,
    from: '      parent[row] < row &&\n',
    to: '',
    tests: CODEC_TESTS,
  },
  {
    name: 'calls may be no whole number',
    file: CODEC,
    from: '      Number.isSafeInteger(calls[row]) &&\n',
    to: '',
    tests: CODEC_TESTS,
  },
  {
    name: 'a call that was counted only may have a time',
    file: CODEC,
    from: '(counted[row] === 1 && selfNs[row] === 0)',
    to: 'counted[row] === 1',
    tests: CODEC_TESTS,
  },
  {
    name: 'a thread may have no tree',
    file: CODEC,
    from: 'if (trees.length !== header.threads.length)',
    to: 'if (trees.length > header.threads.length)',
    tests: CODEC_TESTS,
  },
  {
    name: 'a saved recording may be lost when the machine stops',
    file: SAVING,
    from: '      await file.sync();\n',
    to: '',
    tests: SAVING_TESTS,
  },
  {
    name: 'others may read a saved recording',
    file: SAVING,
    from: "open(temporary, 'wx', 0o600)",
    to: "open(temporary, 'wx', 0o644)",
    tests: SAVING_TESTS,
  },
  {
    name: 'a save is written over the older file, not beside it',
    file: SAVING,
    from: "const temporary = `${path}.${MACHINE}-${process.pid}-${randomBytes(6).toString('hex')}.part`;",
    to: 'const temporary = path; rmSync(path, { force: true });',
    tests: SAVING_TESTS,
  },
  {
    name: 'what saves of living processes write is taken away',
    file: SAVING,
    from: 'if (!pid || isAlive(Number(pid))) continue;',
    to: 'if (!pid) continue;',
    tests: SAVING_TESTS,
  },
  {
    name: 'a device is replaced by a recording',
    file: SAVING,
    from: 'if (found !== null && !found.isFile())',
    to: 'if (false)',
    tests: SAVING_TESTS,
  },
  {
    name: 'a copy that is shorter than announced is kept',
    file: KEPT,
    from: 'if (written !== fileBytes) {',
    to: 'if (written > fileBytes) {',
    tests: KEPT_TESTS,
  },
  {
    name: 'a path may be asked for as the id of a copy',
    file: KEPT,
    from: "const bytes = ID.test(id) ? this.#bytesOf(id, 'sluice', MAX_KEPT_BYTES) : null;",
    to: "const bytes = this.#bytesOf(id, 'sluice', MAX_KEPT_BYTES);",
    tests: KEPT_TESTS,
  },
  {
    name: 'to undo a restart does not bring the choices back',
    file: 'renderer/state/files/restarts.ts',
    from: '    this.#session.changeDraft(undo.draft);\n',
    to: '',
    tests: ['e2e/window/stoppedRecordings.spec.ts'],
  },
  {
    name: 'what was recorded before a restart is not kept for its undo',
    file: 'renderer/state/files/restarts.ts',
    from: '    await this.#files.openKept(undo.kept);\n',
    to: '',
    tests: ['e2e/window/stoppedRecordings.spec.ts'],
  },
];

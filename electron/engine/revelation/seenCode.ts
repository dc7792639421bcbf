import { fingerprintOf } from '../../../shared/base/fingerprint.ts';
import type { ClassId } from '../../../shared/base/ids.ts';
import { readDisarmed } from '../../../shared/bytecode/disarmProbes.ts';
import type { ClassModel } from '../../../shared/classfile/classModel.ts';

/** The code from which each class is known. When the JVM hands out other code for it, another agent or a debugger has changed it. */
export class SeenCode {
  readonly #fingerprints = new Map<ClassId, number>();

  /** @throws SluiceError 'protocol' if the bytes are no class file; nothing is kept of them then */
  read(classId: ClassId, bytes: Uint8Array): ClassModel {
    const model = readDisarmed(bytes);
    this.#fingerprints.set(classId, fingerprintOf(bytes));
    return model;
  }

  /** @returns null: it is as it was seen, or no class file, which whoever rewrites it says */
  readIfChanged(classId: ClassId, bytes: Uint8Array): ClassModel | null {
    const fingerprint = fingerprintOf(bytes);
    if (this.#fingerprints.get(classId) === fingerprint) return null;
    this.#fingerprints.set(classId, fingerprint);
    try {
      return readDisarmed(bytes);
    } catch {
      return null;
    }
  }
}

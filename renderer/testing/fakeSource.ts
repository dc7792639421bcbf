import { simpleName } from '../../shared/naming/methodNames.ts';
import type { MethodSource, SourceQuestion } from '../../shared/ipc/methodSource.ts';

/** So many lines stand before the method. */
const BEFORE = 40;

/** A source that was never compiled: a class with one method, deep in its file. Bytecode, where that is asked for. */
export function fakeSource({ className, name, form, mayFetch }: SourceQuestion): MethodSource {
  const simple = simpleName(className);
  const decompiler = {
    ...{ name: 'Vineflower', version: '1.12.0', license: 'Apache-2.0', bytes: 1_633_863, isHere: mayFetch },
    url: 'https://repo1.maven.org/maven2/org/vineflower/vineflower/1.12.0/vineflower-1.12.0.jar',
  };
  if (form === 'bytecode') {
    const lines = [
      `public ${name}()V`,
      '// 2 instructions, and 2 of probes, marked with ▸',
      '▸        sipush 7',
      '▸        invokestatic java/lang/SluiceProbe.enter(I)V',
      `  line ${BEFORE + 2}`,
      '      0: aload_0',
      '      1: return',
    ];
    const sourceLines = [0, 0, 0, 0, BEFORE + 2, BEFORE + 2, BEFORE + 2];
    return {
      ...{ form, title: `${simple}.class`, place: 'disassembled by Sluice from its class file', file: '' },
      ...{ text: lines.join('\n'), sourceLines, probeLines: [3, 4], decompiler, notes: [] },
      ...{ firstLine: 1, lastLine: lines.length },
    };
  }
  const before = Array.from({ length: BEFORE - 3 }, (_, i) => `  // line ${i + 4} of the file`);
  const lines = [
    `package ${className.slice(0, Math.max(0, className.lastIndexOf('.')))};`,
    '',
    `public class ${simple} {`,
    ...before,
    `  public void ${name}() {`,
    '    total += price * count; // the same total that is written on the bill, rounded to cents',
    '  }',
    '}',
  ];
  const place = `/work/shop/src/main/java/${className.replaceAll('.', '/')}.java`;
  return {
    ...{
      form,
      title: `${simple}.java`,
      place: form === 'source' ? place : 'decompiled by Vineflower 1.12.0',
    },
    ...{
      file: form === 'source' ? place : '',
      text: lines.join('\n'),
      probeLines: [],
      notes: [],
      decompiler,
    },
    ...{ sourceLines: null, firstLine: BEFORE + 1, lastLine: BEFORE + 3 },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { JDKS } from './fixtures/jdks.ts';
import { madeIn, summed } from './fixtures/madeRows.ts';

/**
 * Where core classes are left out: what is made, by which method, how many, with how many elements, of how many bytes, counted by
 * hand. Objects of the program that the core makes, to deserialize, by a method handle, are there; what it makes for itself, to box, is not.
 */
const MADE = `
Unmade$Thing                   Unmade$Thing.clone    20   0 480
Unmade$Larger                  Unmade$Thing.clone     3   0  96
Unmade$Thing                   Unmade.clones          1   0  24
Unmade$Larger                  Unmade.clones          1   0  32
int[]                          Unmade.arrayClones     6  48 288
boolean[]                      Unmade.arrayClones     2   0  32
java.lang.String[]             Unmade.arrayClones     2   3  48
java.lang.String[][]           Unmade.arrayClones     2   4  48
Unmade$Colour                  Unmade$Colour.<clinit> 3   0  72
Unmade$Colour[]                Unmade$Colour.$values  1   3  32
Unmade$Colour[]                Unmade$Colour.values   1   3  32
Unmade$Thing                   Unmade.reflective     30   0 720
java.lang.Object[]             Unmade.reflective     30   0 480
java.lang.Class[]              Unmade.reflective     30   0 480
Unmade$Thing                   Unmade.reflectiveClass 4   0  96
int[]                          Unmade.arrays          4   5  88
Unmade$Thing[]                 Unmade.arrays          3  12 104
long[][]                       Unmade.arrays          1   2  24
long[]                         Unmade.arrays          2   6  80
byte[]                         Unmade.copies          2 103 144
char[]                         Unmade.copies          2  12  64
Unmade$Thing[]                 Unmade.copies          2  11  80
java.lang.String[]             Unmade.copies          1   0  16
Unmade$Thing                   Unmade.deserialized    3   0  72
Unmade$Thing                   Unmade.handles         7   0 168
Unmade$Thing                   Unmade.unsafe          3   0  72
java.lang.String               Unmade.concatenated   12   0 288
byte[]                         Unmade.concatenated   11 130 360
java.util.function.IntSupplier Unmade.lambdas         8   0 192
java.util.function.Supplier    Unmade.references      9   0 144
`;

let folder: string;
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sluice-unmade-'));
});
test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

for (const jdk of JDKS) {
  test(`${jdk.name}: what calls make is told where they are`, async () => {
    // What java.io makes of itself is its JVM's own.
    const rows = (await madeIn(jdk, folder, [])).filter(
      ({ made }) => !/^java\.(io|util\.ArrayList)/.test(made),
    );
    const sums = summed(rows, ({ made, method }) => `${made} ${method.replace(/\(.*/, '')}`);
    const lines = MADE.split('\n').filter((line) => line !== '');
    expect([...sums].map(([key, numbers]) => `${key} ${numbers.join(' ')}`).sort()).toEqual(
      lines.map((line) => line.replace(/ +/g, ' ')).sort(),
    );
  });
}

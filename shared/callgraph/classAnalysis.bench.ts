/**
 * Reading every class of a JDK into the call graph, as when all of them are in reach: MB of class files per second, and what
 * the graph holds afterwards. Run: npm run bench -- classAnalysis
 */
import type { ClassId, LoaderId } from '../base/ids.ts';
import { ACC } from '../classfile/accessFlags.ts';
import { readClass } from '../classfile/classReader.ts';
import { javaName } from '../classfile/descriptors.ts';
import { anyJdk } from '../testing/compileJava.ts';
import { allJrtClasses } from '../testing/jrtClasses.ts';
import { analyseClass, superNamesOf } from './classAnalysis.ts';
import { ClassHierarchy } from './classHierarchy.ts';

const ROUNDS = 4;
const MODULE_INFO = 'module-info';

const classes = allJrtClasses(anyJdk().home).map(({ bytes }) => bytes);
const megabytes = classes.reduce((sum, { byteLength }) => sum + byteLength, 0) / 1e6;
console.log(`${classes.length} classes, ${megabytes.toFixed(0)} MB`);
for (let round = 1; round <= ROUNDS; round++) {
  const hierarchy = new ClassHierarchy(() => false);
  let methods = 0;
  const startMs = performance.now();
  classes.forEach((bytes, index) => {
    const model = readClass(bytes);
    if (model.name === MODULE_INFO) return;
    const node = hierarchy.addClass({
      classId: (index + 1) as ClassId,
      loaderId: 1 as LoaderId,
      name: javaName(model.name),
      module: '',
      superNames: superNamesOf(model),
      isInterface: (model.accessFlags & ACC.interface) !== 0,
      isInitialized: true,
      isLeftOut: false,
      isOpaque: false,
      isCore: false,
    });
    analyseClass(hierarchy, node, model, () => true);
    methods += node.methods?.length ?? 0;
  });
  const ms = performance.now() - startMs;
  console.log(
    `read and analysed: ${ms.toFixed(0)} ms, ${((megabytes / ms) * 1000).toFixed(0)} MB/s, ${methods} methods`,
  );
}

/** @param {string} subject of a test class in Java @returns its file, named from the root */
export function inJava(subject) {
  return `backend-java/src/test/java/sluice/agent/${subject}Test.java`;
}

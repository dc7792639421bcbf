/** Whether a file's name says that it is, or is to be, a heap dump. */
export function isDumpName(path: string): boolean {
  return /\.hprof(\.gz)?$/i.test(path);
}

/** What stands behind `--name=` on the bench's command line. */
export function argument(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

/** Those whose name begins with what an option says, or all. @throws Error there are none, with all names */
export function chosen<T>(option: string, all: readonly T[], nameOf: (of: T) => string): readonly T[] {
  const wanted = argument(option);
  const found = all.filter((one) => wanted === undefined || nameOf(one).startsWith(wanted));
  if (found.length > 0) return found;
  throw new Error(`${option}=${wanted}: there is none of that name, but ${all.map(nameOf).join(', ')}`);
}

/** What stands behind `--name=` on the bench's command line. */
export function argument(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`${name}=`))?.slice(name.length + 1);
}

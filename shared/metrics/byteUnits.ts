/** What sizes are typed in -> bytes. KB is what most people write for kB. */
export const BYTE_UNITS: Readonly<Record<string, number>> = {
  ...{ B: 1, kB: 1e3, KB: 1e3, MB: 1e6, GB: 1e9 },
  ...{ KiB: 1024, MiB: 1024 ** 2, GiB: 1024 ** 3 },
};

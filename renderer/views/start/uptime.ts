const UNITS = [
  { name: 'd', ms: 86_400_000 },
  { name: 'h', ms: 3_600_000 },
  { name: 'min', ms: 60_000 },
  { name: 's', ms: 1000 },
] as const;

/** The two largest units of a time in ms: 3 d 4 h, 12 min 5 s, 0 s. */
export function uptimeText(uptimeMs: number): string {
  const largest = UNITS.findIndex((unit) => uptimeMs >= unit.ms);
  if (largest < 0) return '0 s';
  const first = UNITS[largest];
  const second = UNITS.at(largest + 1);
  const text = `${Math.floor(uptimeMs / first.ms)} ${first.name}`;
  const rest = second ? Math.floor((uptimeMs % first.ms) / second.ms) : 0;
  return second && rest > 0 ? `${text} ${rest} ${second.name}` : text;
}

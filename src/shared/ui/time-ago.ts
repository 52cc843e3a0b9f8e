const words = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** The time since a moment, both in milliseconds since 1970: `5 minutes ago`, or `a moment ago` if it is less than one. */
export function timeAgo(at: number, now: number): string {
  const seconds = (now - at) / 1000;
  const [unit, length] = units.find(([, least]) => seconds >= least) ?? [];
  return unit ? words.format(-Math.floor(seconds / length), unit) : 'a moment ago';
}

import classes from './bar.module.css';

/** The least and the greatest number of a column. */
export interface BarRange {
  min: number;
  max: number;
}

/** A bar from zero to a number, within the range of its column. The number stands next to it. */
export function Bar({ value, range }: { value: number; range: BarRange }) {
  const { from, to } = barOf(value, range);
  return (
    <span className={classes.bar} aria-hidden>
      <span style={{ insetInlineStart: percent(from), width: percent(to - from) }} />
    </span>
  );
}

const percent = (share: number) => `${(share * 100).toFixed(1)}%`;

/** Where a bar begins and ends, as shares of its track, which has zero in it. */
export function barOf(value: number, { min, max }: BarRange): { from: number; to: number } {
  const [low, high] = [Math.min(0, min), Math.max(0, max)];
  // Halved, as the distance of two large numbers can be infinite.
  const size = high / 2 - low / 2;
  const at = (number: number) => (size === 0 ? 0 : Math.min(1, Math.max(0, (number / 2 - low / 2) / size)));
  const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))];
  return { from, to };
}

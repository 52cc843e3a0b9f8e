import { stopsIn } from '../keys/table-stops.ts';
import type { Place } from './group-layout.ts';

/** The control of the same row or header that a key moves to; undefined for other keys and at its ends. */
export function besideIn(key: string, control: Element): HTMLElement | undefined {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const line = control.closest('tr, header');
  const stops = by === undefined || !line ? [] : stopsIn(line);
  const index = stops.findIndex((stop) => stop === control);
  return by === undefined || index === -1 ? undefined : stops[index + by];
}

/** The place that a key moves to; undefined for other keys. */
export function nextPlace(
  key: string,
  from: Place,
  groups: readonly { total: number }[],
  page: number,
): Place | undefined {
  const step = ({ group, row }: Place, by: 1 | -1): Place | undefined => {
    const next = (row ?? -1) + by;
    if (next >= 0 && next < (groups[group]?.total ?? 0)) return { group, row: next };
    if (by === -1 && row === 0) return { group, row: null };
    const other = groups[group + by];
    if (!other) return undefined;
    return { group: group + by, row: by === -1 && other.total > 0 ? other.total - 1 : null };
  };
  const steps = (by: 1 | -1, times: number) => {
    let position = from;
    for (let taken = 0; taken < times; taken++) position = step(position, by) ?? position;
    return position;
  };
  if (key === 'ArrowDown') return step(from, 1) ?? from;
  if (key === 'ArrowUp') return step(from, -1) ?? from;
  if (key === 'PageDown') return steps(1, page);
  if (key === 'PageUp') return steps(-1, page);
  if (key === 'Home') return { group: 0, row: null };
  if (key === 'End') {
    const group = Math.max(0, groups.length - 1);
    const total = groups[group]?.total ?? 0;
    return { group, row: total > 0 ? total - 1 : null };
  }
  return undefined;
}

import { Table } from '@mantine/core';
import type { TriesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import type { Rolled } from '@quartermaster/contract/content/roll-drops.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { chanceText } from './drop-texts.ts';
import classes from './drops.module.css';
import { ShareBar } from './share-bar.tsx';

interface WaitsChartProps {
  rolled: Rolled;
  /** The range of tries that a bar stands for. */
  by: number;
  until: TriesUntil;
  guarantee: number | null;
}

/** How many tries it took to get the target: what was rolled as bars, and what was expected as lines; the same as a table. */
export function WaitsChart({ rolled, by, until, guarantee }: WaitsChartProps) {
  if (rolled.hits === 0) return <p className={classes.note}>The target was not rolled.</p>;
  const last = rolled.waits.length - 1;
  const all = rolled.waits.map((hits, index) => {
    const [from, to] = [index * by + 1, (index + 1) * by];
    return {
      ...{ from, to: index === last ? null : Math.min(to, guarantee ?? to) },
      rolled: hits / rolled.hits,
      exact: until.after(from - 1) - (index === last ? 0 : until.after(to)),
    };
  });
  const ranges = all.filter(({ from }) => guarantee === null || from <= guarantee);
  const most = ranges.reduce((max, range) => Math.max(max, range.rolled, range.exact), 0);
  const rangeText = ({ from, to }: (typeof ranges)[number]) => {
    if (to === null) return `${numberText(from)} and more`;
    return from === to ? numberText(from) : `${numberText(from)} to ${numberText(to)}`;
  };
  const [first, end] = [ranges[0], ranges.at(-1)];
  return (
    <figure className={classes.waits}>
      <figcaption>
        Tries until the target
        <span className={classes.note}>Bars: rolled; lines: expected</span>
      </figcaption>
      <div className={classes.bars} aria-hidden>
        {ranges.map((range) => (
          <span key={range.from} title={`${rangeText(range)}: ${chanceText(range.rolled)}`}>
            <ShareBar exact={range.exact / most} rolled={range.rolled / most} isUpright />
          </span>
        ))}
      </div>
      <div className={classes.ends} aria-hidden>
        <span>{first && numberText(first.from)}</span>
        <span>{end && (end.to === null ? `${numberText(end.from)} and more` : numberText(end.to))}</span>
      </div>
      <details>
        <summary>Numbers</summary>
        <Table className={classes.results}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Tries</Table.Th>
              <Table.Th>Rolled</Table.Th>
              <Table.Th>Expected</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {ranges.map((range) => (
              <Table.Tr key={range.from}>
                <Table.Th scope="row">{rangeText(range)}</Table.Th>
                <Table.Td>{chanceText(range.rolled)}</Table.Td>
                <Table.Td>{chanceText(range.exact)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </details>
    </figure>
  );
}

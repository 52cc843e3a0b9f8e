import { Table, VisuallyHidden } from '@mantine/core';
import type { DropChance } from '@quartermaster/contract/content/drop-chances.ts';
import type { DropName } from '@quartermaster/contract/content/drop-nest.ts';
import type { Brought } from '@quartermaster/contract/content/drop-tries.ts';
import type { Rolled } from '@quartermaster/contract/content/roll-drops.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { memo } from 'react';
import { LinkThumbnail } from '../../links/link-thumbnail.tsx';
import { count } from '../../ui/count.ts';
import { amountText, chanceText, dropLabel, spreadText } from './drop-texts.ts';
import classes from './drops.module.css';
import { ShareBar } from './share-bar.tsx';

/** How many results are listed. */
const mostRows = 200;

interface DropResultsProps {
  names: readonly DropName[];
  results: readonly DropChance[];
  targets: readonly number[];
  tries: number;
  brought: (result: DropChance) => Brought;
  /** The share of a result that is expected of the rolls. */
  share: (result: DropChance) => number;
  rolled: Rolled | undefined;
}

/** What the table drops, the most likely first. */
export const DropResults = memo(function DropResults(props: DropResultsProps) {
  const { names, results, targets, tries, brought, share, rolled } = props;
  const listed = results.slice(0, mostRows).map((result) => ({
    result,
    exact: share(result),
    rolledShare: rolled && (rolled.counts[result.index] ?? 0) / rolled.tries,
  }));
  const most = listed.reduce((most, { exact, rolledShare = 0 }) => Math.max(most, exact, rolledShare), 0) || 1;
  const more = results.length - listed.length;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls sideways must be reached by keys
    <section className={classes.scroll} aria-label="Results" tabIndex={0}>
      <Table className={classes.results}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Drop</Table.Th>
            <Table.Th>Chance</Table.Th>
            <Table.Th>In {count(tries, 'try', 'tries')}</Table.Th>
            <Table.Th>At least one</Table.Th>
            <Table.Th>Tries until</Table.Th>
            <Table.Th>Rolled</Table.Th>
            <Table.Th>
              <VisuallyHidden>Distribution</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listed.map(({ result, exact, rolledShare }) => {
            const { atLeastOne, until, ...expected } = brought(result);
            const counted = rolled?.counts[result.index];
            return (
              <Table.Tr key={result.index} data-target={targets.includes(result.index) || undefined}>
                <Table.Th scope="row">
                  <Drop name={names[result.index] ?? null} />
                </Table.Th>
                <Table.Td>{chanceText(result.chance)}</Table.Td>
                <Table.Td>{spreadText(expected)}</Table.Td>
                <Table.Td>{chanceText(atLeastOne)}</Table.Td>
                <Table.Td>{amountText(until)}</Table.Td>
                <Table.Td>{counted === undefined ? '' : numberText(counted)}</Table.Td>
                <Table.Td>
                  <ShareBar exact={exact / most} rolled={rolledShare && rolledShare / most} />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {more > 0 && `and ${count(more, 'more drop')}`}
    </section>
  );
});

const Drop = ({ name }: { name: DropName }) => (
  <span className={classes.drop}>
    {name && 'item' in name && <LinkThumbnail templateId={name.item.template_id} image={name.item.image} />}
    <span className={classes.label} title={dropLabel(name)}>
      {dropLabel(name)}
    </span>
  </span>
);

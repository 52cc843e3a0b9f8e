import { Progress, Stack, Table, TextInput } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { rollWeights, shareText } from '@quartermaster/contract/content/roll-weights.ts';
import { leavesOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import { isEmpty } from '@quartermaster/contract/field-types/field-type.ts';
import { fieldTypeOf } from '@quartermaster/contract/field-types/registry.ts';
import { sumOf } from '@quartermaster/contract/field-types/weight.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useMemo, useState } from 'react';
import { fieldCell } from '../../field-types/field-cell.tsx';
import { LinkLabels } from '../../links/link-labels.tsx';
import { LinkedIds } from '../../links/linked-ids.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import classes from './rows.module.css';

const rolls = 10_000;
/** How many rows are listed. */
const mostRows = 200;

interface RollProps {
  nodes: readonly TreeNode[];
  weightId: string;
  readRows: () => readonly ItemValues[];
}

interface RollDialogProps extends RollProps {
  opened: boolean;
  onClose: () => void;
  /** The name of the weight. */
  label: string;
}

/** How often each row is drawn in 10,000 rolls by its weight: the same for the same weights and seed. */
export const RollDialog = ({ opened, onClose, label, ...roll }: RollDialogProps) => (
  <Dialog opened={opened} onClose={onClose} title={`10,000 rolls by ${label}`} size="lg">
    <Roll {...roll} />
  </Dialog>
);

function Roll({ nodes, weightId, readRows }: RollProps) {
  const [seed, setSeed] = useState('1');
  // The rows cannot change while the dialog is open.
  const [rows] = useState(readRows);
  const weights = useMemo(() => rows.map((row) => row[weightId]), [rows, weightId]);
  const counts = useMemo(() => rollWeights(weights, rolls, seed), [weights, seed]);
  const sum = sumOf(weights);
  const most = Math.max(...counts, 1);
  const listed = useMemo(() => rows.slice(0, mostRows), [rows]);
  const namingNodes = useMemo(() => listed.map((row) => namingField(nodes, weightId, row)), [listed, nodes, weightId]);
  const links = useMemo(() => {
    const found = new LinkedIds();
    for (const [index, row] of listed.entries()) {
      const field = namingNodes[index]?.field;
      if (field) found.add(field.settings, row[field.id]);
    }
    return found.lists();
  }, [listed, namingNodes]);
  return (
    <Stack gap="sm">
      <TextInput
        label="Seed"
        description="The same seed gives the same result"
        value={seed}
        onChange={(event) => setSeed(event.currentTarget.value)}
        autoComplete="off"
        maxLength={64}
        data-autofocus
      />
      <LinkLabels ids={links}>
        <Table className={classes.rolls}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Row</Table.Th>
              <Table.Th>Share</Table.Th>
              <Table.Th>Drawn</Table.Th>
              <Table.Th aria-label="Distribution" />
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {listed.map((row, index) => {
              const count = counts[index] ?? 0;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows are identified by their position, which does not change here
                <Table.Tr key={index}>
                  <Table.Td>
                    <RowName node={namingNodes[index]} row={row} index={index} />
                  </Table.Td>
                  <Table.Td>{shareText(weights[index], sum)}</Table.Td>
                  <Table.Td>{numberText(count)}</Table.Td>
                  <Table.Td>
                    <Progress value={(100 * count) / most} aria-hidden />
                  </Table.Td>
                </Table.Tr>
              );
            })}
          </Table.Tbody>
        </Table>
      </LinkLabels>
      {rows.length > mostRows && `and ${numberText(rows.length - mostRows)} more rows`}
    </Stack>
  );
}

interface RowNameProps {
  node: TreeNode | undefined;
  row: ItemValues;
  index: number;
}

/** The number of a row, with its first value. */
function RowName({ node, row, index }: RowNameProps) {
  if (!node) return index + 1;
  const { id, settings } = node.field;
  return (
    <>
      {index + 1}: {fieldCell(settings, row[id] ?? null)}
    </>
  );
}

/** The first field with a value of a row, apart from its weight. */
const namingField = (nodes: readonly TreeNode[], weightId: string, row: ItemValues): TreeNode | undefined =>
  leavesOf(nodes).find(
    ({ field: { id, settings } }) =>
      id !== weightId && fieldTypeOf(settings.type).holds === 'value' && !isEmpty(row[id]),
  );

import { ActionIcon, Tabs } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { Import, ImportOutcome, ImportedRow as Row } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { importQueries } from '../../../shared/data/imports.ts';
import type { FieldNode } from '../../../shared/data/templates.ts';
import { LinkLabels } from '../../../shared/links/link-labels.tsx';
import { linkedIdsOf } from '../../../shared/links/linked-ids.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { ErrorState } from '../../../shared/ui/page/error-state.tsx';
import type { PlacedField } from '../list/bulk/check/placed-fields.ts';
import type { Decided } from './decisions.ts';
import classes from './import.module.css';
import { ImportedRow, type OnDecide } from './imported-row.tsx';
import { outcomeNames, outcomes } from './outcomes.ts';

interface CheckedRowsProps {
  instanceId: number;
  imported: Import;
  tree: readonly FieldNode[];
  fields: ReadonlyMap<string, PlacedField>;
  decided: Decided;
  onDecide: OnDecide;
}

const firstPage: readonly (string | null)[] = [null];

/** The rows of an import by what happens to them, page by page. */
export function CheckedRows({ instanceId, imported, tree, fields, decided, onDecide }: CheckedRowsProps) {
  const { id, rows: total, counts } = imported;
  const urgent = (['refused', 'conflict'] as const).find((outcome) => counts[outcome] > 0);
  const [outcome, setOutcome] = useState<ImportOutcome | undefined>(urgent);
  const [cursors, setCursors] = useState(firstPage);
  const wanted = { outcome, cursor: cursors.at(-1) ?? null };
  const page = useQuery(importQueries.rows(useRequest(), instanceId, id, wanted));
  const rows = page.data?.rows;
  const next = page.data?.next_cursor ?? null;
  const nodes = useMemo(() => nodesById(tree), [tree]);
  const links = useMemo(() => linkedIdsOf(tree, ...(rows ?? []).flatMap(statesOf)), [tree, rows]);
  const shown = ['all', ...outcomes.filter((one) => counts[one] > 0)] as const;
  return (
    <Tabs
      value={outcome ?? 'all'}
      onChange={(value) => {
        setOutcome(outcomes.find((one) => one === value));
        setCursors(firstPage);
      }}
    >
      <Tabs.List aria-label="Rows by what happens to them">
        {shown.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {one === 'all'
              ? `All ${numberText(total)}`
              : `${outcomeNames[one as ImportOutcome]} ${numberText(counts[one as ImportOutcome])}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={outcome ?? 'all'} tabIndex={-1}>
        {page.error && !rows && (
          <ErrorState error={page.error} title="The rows could not be loaded" retry={() => void page.refetch()} />
        )}
        <LinkLabels ids={links}>
          <ul
            className={classes.rows}
            aria-label="Rows"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
            tabIndex={0}
            data-stale={page.isPlaceholderData || undefined}
          >
            {rows?.map((row) => (
              <ImportedRow
                key={row.line}
                row={row}
                fields={fields}
                nodes={nodes}
                decided={decided}
                onDecide={onDecide}
              />
            ))}
          </ul>
        </LinkLabels>
        {(cursors.length > 1 || next !== null) && (
          <div className={classes.pages}>
            <ActionIcon
              variant="default"
              size={32}
              aria-label="Previous rows"
              disabled={cursors.length < 2}
              onClick={() => setCursors((before) => before.slice(0, -1))}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={32}
              aria-label="Next rows"
              disabled={next === null || page.isPlaceholderData}
              onClick={() => setCursors((before) => [...before, next])}
            >
              <IconChevronRight size={16} />
            </ActionIcon>
          </div>
        )}
      </Tabs.Panel>
    </Tabs>
  );
}

/** The changed values of a row before and after, as values of an item. */
function statesOf({ fields }: Row): ItemValues[] {
  const stateOf = (side: 'before' | 'after') =>
    // The server sends values in the form of stored items.
    Object.fromEntries(fields.map((field) => [field.field_id, field[side]])) as ItemValues;
  return [stateOf('before'), stateOf('after')];
}

function nodesById(tree: readonly FieldNode[]): Map<string, FieldNode> {
  return new Map(tree.flatMap((node) => [[node.field.id, node] as const, ...nodesById(node.children)]));
}

import { ActionIcon, Tabs } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { ImportOutcome } from '@quartermaster/contract/endpoints/imports.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { FieldNode } from '../data/templates.ts';
import { LinkLabels } from '../links/link-labels.tsx';
import { linkedIdsOf } from '../links/linked-ids.ts';
import { IconChevronLeft } from '../ui/icons/chevron-left.ts';
import { IconChevronRight } from '../ui/icons/chevron-right.ts';
import { ErrorState } from '../ui/page/error-state.tsx';
import { CheckedRow, type Row, type RowControls } from './checked-row.tsx';
import classes from './checked-rows.module.css';
import { type OutcomeCounts, outcomeNames, outcomes } from './outcomes.ts';
import type { PlacedField } from './placed-fields.ts';
import type { useRowsPaging } from './use-rows-paging.ts';

interface CheckedRowsProps {
  /** Names the rows. */
  label: string;
  /** The template of their items. */
  templateId: string;
  /** How many there are, all and by what happens to them; without counts, only all can be shown. */
  total: number;
  counts: OutcomeCounts | undefined;
  paging: ReturnType<typeof useRowsPaging>;
  page: UseQueryResult<{ rows: Row[]; next_cursor: string | null }>;
  tree: readonly FieldNode[];
  fields: ReadonlyMap<string, PlacedField>;
  /** Undefined if nothing can be decided. */
  controls: RowControls | undefined;
  /** False for rows that are of no file, whose numbers say nothing. */
  isNumbered?: boolean;
}

/** Checked rows by what happens to them, page by page. */
export function CheckedRows(props: CheckedRowsProps) {
  const { label, templateId, total, counts, paging, page, tree, fields, controls, isNumbered = true } = props;
  const { pageQuery, isFirst, choose, toPrevious, toNext } = paging;
  const rows = page.data?.rows;
  const next = page.data?.next_cursor ?? null;
  const nodes = useMemo(() => nodesById(tree), [tree]);
  const links = useMemo(() => linkedIdsOf(tree, ...(rows ?? []).flatMap(statesOf)), [tree, rows]);
  const visible = ['all', ...outcomes.filter((one) => counts && counts[one] > 0)] as const;
  return (
    <Tabs value={pageQuery.outcome ?? 'all'} onChange={(value) => choose(outcomes.find((one) => one === value))}>
      <Tabs.List aria-label={`${label} by what happens to them`}>
        {visible.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {one === 'all'
              ? `All ${numberText(total)}`
              : `${outcomeNames[one as ImportOutcome]} ${numberText(counts?.[one as ImportOutcome] ?? 0)}`}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={pageQuery.outcome ?? 'all'} tabIndex={-1}>
        {page.error && !rows && (
          <ErrorState error={page.error} title="The rows could not be loaded" retry={() => void page.refetch()} />
        )}
        <LinkLabels ids={links}>
          <ul
            className={classes.rows}
            aria-label={label}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll container must be reachable by keyboard
            tabIndex={0}
            data-stale={page.isPlaceholderData || undefined}
          >
            {rows?.map((row) => (
              <CheckedRow
                key={row.line}
                row={row}
                templateId={templateId}
                fields={fields}
                nodes={nodes}
                controls={controls}
                isNumbered={isNumbered}
              />
            ))}
          </ul>
        </LinkLabels>
        {(!isFirst || next !== null) && (
          <div className={classes.pages}>
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label="Previous rows"
              disabled={isFirst}
              onClick={() => toPrevious()}
            >
              <IconChevronLeft size={16} />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size="input-sm"
              aria-label="Next rows"
              disabled={next === null || page.isPlaceholderData}
              onClick={() => toNext(next)}
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

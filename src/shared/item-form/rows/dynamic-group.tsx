import { Button } from '@mantine/core';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useId, useRef, useState } from 'react';
import { get, useFormState } from 'react-hook-form';
import { FieldIcon } from '../../field-types/field-icon.tsx';
import { useAnnouncer } from '../../ui/hooks/use-announcer.tsx';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import type { FieldsLevelView } from '../fields-level.ts';
import { useFieldsForm } from '../form-context.ts';
import { groupColor } from '../group-color.ts';
import classes from '../item-fields.module.css';
import { useSavedRows } from '../saved-values.ts';
import { UnsavedMark } from '../unsaved-mark.tsx';
import { RowsView } from './rows-view.tsx';
import { type FoldedGroups, useFold } from './use-fold.ts';
import { type MovedBy, useGroupRows } from './use-group-rows.ts';
import { useRowOrigins } from './use-row-origins.ts';

interface DynamicGroupProps {
  id: string;
  settings: FieldSettings;
  nodes: readonly TreeNode[];
  name: string;
  depth: number;
  Fields: FieldsLevelView;
}

/** Repeating rows: added at the end, duplicated, removed with undo, and moved by dragging, keys and buttons. */
export function DynamicGroup({ id, settings, nodes, name, depth, Fields }: DynamicGroupProps) {
  const { control } = useFieldsForm();
  const section = useRef<HTMLElement>(null);
  const rows = useGroupRows(name, section);
  const { fields, removed } = rows;
  const { errors, submitCount } = useFormState({ control, name });
  const [isOpen, setOpen] = useFold(id);
  const [foldedInRows] = useState(() => new Map<string, FoldedGroups>());
  const [firstWrong, setFirstWrong] = useState(-1);
  const savedRows = useSavedRows(name);
  const { originOf, isChanged } = useRowOrigins(
    fields.map(({ rowKey }) => rowKey),
    savedRows?.length ?? 0,
  );
  const [say, announcer] = useAnnouncer();
  const titleId = useId();
  const title = settings.label || settings.name;

  // An attempt to save expands a collapsed group with an error, and renders its first invalid row, wherever the page is scrolled.
  const inRows: unknown = get(errors, name);
  const wrong = Array.isArray(inRows) ? inRows.findIndex(Boolean) : -1;
  const [shownAttempt, setShownAttempt] = useState(0);
  if (wrong >= 0 && submitCount !== shownAttempt) {
    setShownAttempt(submitCount);
    setOpen(true);
    setFirstWrong(wrong);
  }

  const move = useStableCallback((from: number, to: number, by: MovedBy) => {
    if (to < 0 || to >= fields.length) return;
    rows.moveRow(from, to, by);
    say(`Row ${from + 1} moved to place ${to + 1} of ${fields.length}.`);
  });

  return (
    <section
      ref={section}
      className={classes.dynamic}
      data-color={groupColor(depth)}
      data-empty={fields.length === 0 || undefined}
      aria-labelledby={titleId}
    >
      <header className={classes.dynamicHead}>
        {savedRows && isChanged && <UnsavedMark label="Rows not saved yet" />}
        <button type="button" className={classes.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          <FieldIcon type={settings.type} />
          <span id={titleId}>{title}</span>
          <span className={classes.rowCount}>{fields.length === 1 ? '1 row' : `${fields.length} rows`}</span>
        </button>
        {announcer}
      </header>
      {isOpen && fields.length > 0 && (
        <RowsView
          title={title}
          nodes={nodes}
          name={name}
          depth={depth}
          Fields={Fields}
          rows={rows}
          wrong={firstWrong}
          originOf={originOf}
          folded={foldedInRows}
          onMove={move}
        />
      )}
      {isOpen && (
        <footer className={classes.dynamicFoot}>
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={rows.add}>
            Add group
          </Button>
          {removed && (
            <span className={classes.removed} role="status">
              Row {removed.place + 1} removed.
              <Button size="compact-xs" variant="subtle" data-undo onClick={rows.undo}>
                Undo
              </Button>
            </span>
          )}
        </footer>
      )}
    </section>
  );
}

import { Button, Input } from '@mantine/core';
import { shapesOf } from '@quartermaster/contract/content/row-shapes.ts';
import { levelOf, type TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { useId, useRef, useState } from 'react';
import { useAnnouncer } from '../../ui/hooks/use-announcer.tsx';
import { useStableCallback } from '../../ui/hooks/use-stable-callback.ts';
import { IconChevronDown } from '../../ui/icons/chevron-down.ts';
import { IconPlus } from '../../ui/icons/plus.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import { noTranslate } from '../../ui/no-translate.ts';
import { FieldComment } from '../comments/field-comment.tsx';
import { EditedBy } from '../field-editors.tsx';
import { FieldHelp } from '../field-help.tsx';
import { FieldHistoryLink } from '../field-history.tsx';
import type { FieldsLevelView } from '../fields-level.ts';
import { groupColor } from '../group-color.ts';
import classes from '../item-fields.module.css';
import { OthersChangeNote } from '../others-change.tsx';
import { FieldWarning } from '../rules/field-warning.tsx';
import { useSavedRows } from '../saved-values.ts';
import { UnsavedMark } from '../unsaved-mark.tsx';
import { AddShapedRow } from './add-shaped-row.tsx';
import { RowsView } from './rows-view.tsx';
import { useFirstWrongRow } from './use-first-wrong-row.ts';
import { type FoldedGroups, useFold } from './use-fold.ts';
import { type MovedBy, useGroupRows } from './use-group-rows.ts';
import { useRowOrigins } from './use-row-origins.ts';

const WeightSum = lazyPart(() => import('./weight-sum.tsx').then((m) => m.WeightSum));

/** The weights in each row. */
const weightsIn = (nodes: readonly TreeNode[]) =>
  levelOf(nodes).leaves.flatMap(({ field: { id, settings } }) =>
    settings.type === 'weight' ? [{ id, settings }] : [],
  );

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
  const section = useRef<HTMLElement>(null);
  const rows = useGroupRows(name, nodes, section);
  const { fields, removed } = rows;
  const shapes = shapesOf(nodes);
  const [isOpen, setOpen] = useFold(id);
  const { firstWrong, error } = useFirstWrongRow(name, setOpen);
  const [foldedInRows] = useState(() => new Map<string, FoldedGroups>());
  const savedRows = useSavedRows(name);
  const { originOf, isChanged } = useRowOrigins(
    fields.map(({ rowKey }) => rowKey),
    savedRows?.length ?? 0,
  );
  const [say, announcer] = useAnnouncer();
  const [titleId, helpId] = [useId(), useId()];
  const title = settings.label || settings.name;

  const move = useStableCallback((from: number, to: number, by: MovedBy) => {
    if (to < 0 || to >= fields.length) return;
    rows.moveRow(from, to, by);
    say(`Row ${from + 1} moved to place ${to + 1} of ${fields.length}.`);
  });

  return (
    <section
      ref={section}
      className={classes.dynamic}
      data-group={id}
      data-color={groupColor(depth)}
      data-empty={fields.length === 0 || undefined}
      data-wrong={error !== undefined || undefined}
      aria-labelledby={titleId}
      aria-describedby={settings.help && helpId}
    >
      <header className={classes.dynamicHead} data-about={name}>
        {savedRows && isChanged && <UnsavedMark label="Rows not saved yet" />}
        <button type="button" {...noTranslate(classes.fold)} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <IconChevronDown size={16} className={classes.chevron} aria-hidden />
          <span id={titleId}>{title}</span>
          <span className={classes.rowCount}>{fields.length === 1 ? '1 row' : `${fields.length} rows`}</span>
        </button>
        <FieldHelp id={helpId} settings={settings} />
        <OthersChangeNote name={name} settings={settings} />
        <EditedBy name={name} />
        {announcer}
        <FieldComment name={name} label={title} isFolded={!isOpen} />
        <FieldHistoryLink fieldId={id} name={name} label={title} />
      </header>
      {settings.rules && <FieldWarning name={name} />}
      {error !== undefined && <Input.Error className={classes.groupError ?? ''}>{error}</Input.Error>}
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
          {shapes ? (
            <AddShapedRow shapes={shapes} onAdd={rows.add} />
          ) : (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPlus size={14} aria-hidden />}
              onClick={() => rows.add()}
            >
              Add group
            </Button>
          )}
          {removed && (
            <span className={classes.removed} role="status">
              Row {removed.index + 1} removed.
              <Button size="compact-xs" variant="subtle" data-undo onClick={rows.undo}>
                Undo
              </Button>
            </span>
          )}
          {fields.length > 0 &&
            weightsIn(nodes).map((weight) => <WeightSum key={weight.id} name={name} nodes={nodes} {...weight} />)}
        </footer>
      )}
    </section>
  );
}

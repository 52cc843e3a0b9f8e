import { Button } from '@mantine/core';
import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import type { TreeNode } from '@quartermaster/contract/content/template-tree.ts';
import type { FieldSettings } from '@quartermaster/contract/field-types/registry.ts';
import { IconChevronDown, IconPlus } from '@tabler/icons-react';
import { useCallback, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { get, useFieldArray, useFormState } from 'react-hook-form';
import { FieldIcon } from '../field-types/field-icon.tsx';
import type { FieldsLevelView } from './fields-level.ts';
import { useFieldsForm } from './form-context.ts';
import { groupColor } from './group-color.ts';
import { GroupRow } from './group-row.tsx';
import classes from './item-fields.module.css';
import { useSavedRows } from './saved-values.ts';
import { UnsavedMark } from './unsaved-mark.tsx';
import { useRowOrigins } from './use-row-origins.ts';

interface DynamicGroupProps {
  settings: FieldSettings;
  nodes: readonly TreeNode[];
  name: string;
  depth: number;
  Fields: FieldsLevelView;
}

/** How many rows are rendered at first and with each request for more, so that a form with 500 rows stays fast. */
const rowsAtOnce = 50;

interface Rendered {
  from: number;
  /** Exclusive. */
  to: number;
}

const isIn = (place: number, { from, to }: Rendered) => place >= from && place < to;

/** The range of rows to render in order to show one of them. */
const around = (place: number): Rendered => {
  const from = Math.max(0, place + 1 - rowsAtOnce);
  return { from, to: from + rowsAtOnce };
};

/** Repeating rows: added at the end, removed with undo, moved up and down. */
export function DynamicGroup({ settings, nodes, name, depth, Fields }: DynamicGroupProps) {
  const { control, getValues, events } = useFieldsForm();
  const { fields, append, insert, remove, move } = useFieldArray({ control, name, keyName: 'rowKey' });
  const { errors, submitCount } = useFormState({ control, name });
  const [isOpen, setOpen] = useState(true);
  const [drawn, setRendered] = useState({ from: 0, to: rowsAtOnce });
  const [removed, setRemoved] = useState<{ place: number; row: ItemValues }>();
  const savedRows = useSavedRows(name);
  const { originOf, isChanged } = useRowOrigins(
    fields.map(({ rowKey }) => rowKey),
    savedRows?.length ?? 0,
  );
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const title = settings.label || settings.name;

  // Errors must be visible: an attempt to save renders the rows around the first invalid one.
  const inRows: unknown = get(errors, name);
  const firstWrong = Array.isArray(inRows) ? inRows.findIndex(Boolean) : -1;
  const [shownAttempt, setShownAttempt] = useState(0);
  // Only an attempt to save may expand a collapsed group, or move away from the rows in use.
  if (firstWrong >= 0 && submitCount !== shownAttempt) {
    setShownAttempt(submitCount);
    setOpen(true);
    if (!isIn(firstWrong, drawn)) setRendered(around(firstWrong));
  }

  const focus = useCallback((selector: string) => section.current?.querySelector<HTMLElement>(selector)?.focus(), []);
  const moveTo = useCallback(
    (from: number, to: number) => {
      flushSync(() => {
        move(from, to);
        events.edited(null);
        setRemoved(undefined);
      });
      const isAtEnd = to === 0 || to === (getValues(name) as unknown[]).length - 1;
      const button = to < from !== isAtEnd ? 'up' : 'down';
      focus(`:scope > ol > [data-place="${to}"] > [data-actions] [data-move="${button}"]`);
    },
    [move, events, getValues, name, focus],
  );
  const removeRow = useCallback(
    (place: number) => {
      const row = getValues(`${name}.${place}`) as ItemValues;
      flushSync(() => {
        setRemoved({ place, row });
        remove(place);
        events.edited(null);
      });
      focus(':scope > footer [data-undo]');
    },
    [remove, events, getValues, name, focus],
  );
  const duplicate = useCallback(
    (place: number) => {
      const row = structuredClone(getValues(`${name}.${place}`)) as ItemValues;
      const copyPlace = place + 1;
      flushSync(() => {
        setRemoved(undefined);
        // At the end of what is rendered, the copy is rendered too.
        setRendered((before) => (copyPlace < before.to ? before : { ...before, to: copyPlace + 1 }));
        insert(copyPlace, row, { shouldFocus: false });
        events.edited(null);
      });
      focus(`:scope > ol > [data-place="${copyPlace}"] > [data-actions] [data-duplicate]`);
    },
    [insert, events, getValues, name, focus],
  );
  const undo = () => {
    if (!removed) return;
    flushSync(() => {
      insert(removed.place, removed.row, { shouldFocus: false });
      events.edited(null);
      setRemoved(undefined);
    });
    focus(`:scope > ol > [data-place="${removed.place}"] > [data-actions] [data-remove]`);
  };
  const add = () => {
    const place = fields.length;
    flushSync(() => {
      setRendered((before) => {
        if (place < before.to) return before;
        return place - before.from < rowsAtOnce * 2 ? { ...before, to: place + 1 } : around(place);
      });
      setRemoved(undefined);
      append({}, { shouldFocus: false });
      events.edited(null);
    });
    const row = section.current?.querySelector(`:scope > ol > [data-place="${place}"]`);
    row?.querySelector<HTMLElement>('input, textarea, button')?.focus();
  };

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
      </header>
      {isOpen && drawn.from > 0 && (
        <div className={classes.dynamicFoot}>
          <Button
            size="xs"
            variant="default"
            onClick={() => setRendered({ ...drawn, from: Math.max(0, drawn.from - rowsAtOnce) })}
          >
            Show earlier rows ({drawn.from} before)
          </Button>
        </div>
      )}
      {isOpen && fields.length > 0 && (
        <ol className={classes.rows}>
          {fields.slice(drawn.from, drawn.to).map(({ rowKey }, index) => {
            const place = drawn.from + index;
            const origin = originOf(rowKey);
            return (
              <GroupRow
                key={rowKey}
                title={title}
                place={place}
                isFirst={place === 0}
                isLast={place === fields.length - 1}
                savedPath={origin === null ? null : `${name}.${origin}`}
                nodes={nodes}
                path={`${name}.${place}`}
                depth={depth + 1}
                Fields={Fields}
                onMove={moveTo}
                onRemove={removeRow}
                onDuplicate={duplicate}
              />
            );
          })}
        </ol>
      )}
      {isOpen && (
        <footer className={classes.dynamicFoot}>
          {fields.length > drawn.to && (
            <Button size="xs" variant="default" onClick={() => setRendered({ ...drawn, to: drawn.to + rowsAtOnce })}>
              Show more rows ({fields.length - drawn.to} left)
            </Button>
          )}
          <Button size="xs" variant="default" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
            Add group
          </Button>
          {removed && (
            <span className={classes.removed} role="status">
              Row {removed.place + 1} removed.
              <Button size="compact-xs" variant="subtle" data-undo onClick={undo}>
                Undo
              </Button>
            </span>
          )}
        </footer>
      )}
    </section>
  );
}

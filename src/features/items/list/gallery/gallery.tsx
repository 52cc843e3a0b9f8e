import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMemo } from 'react';
import { orderedIds } from '../../../../shared/table/columns/column-order.ts';
import type { ListSelection } from '../../../../shared/table/selection/use-list-selection.ts';
import { useTableSelection } from '../../../../shared/table/selection/use-table-selection.ts';
import { useDelayed } from '../../../../shared/ui/lazy/delayed.tsx';
import { type ListedField, pictureField } from '../item-columns.tsx';
import classes from './gallery.module.css';
import { GalleryCard } from './gallery-card.tsx';
import { useCardKeys } from './use-card-keys.ts';

export interface GalleryProps {
  instanceId: number;
  templateId: string;
  /** Describes the list for screen readers. */
  label: string;
  /** The fields that have a column. */
  fields: readonly ListedField[];
  /** The ids of hidden columns, and of all in their order. */
  hidden: readonly string[];
  order: readonly string[];
  /** Undefined while they are loading. */
  rows: readonly ItemRow[] | undefined;
  expectedRows: number;
  /** Index of the first item in the complete list, from 0. */
  offset: number;
  /** The items are outdated until the requested ones are loaded. */
  isStale: boolean;
  /** Undefined if the user may not edit items. */
  selection: ListSelection | undefined;
  onHover: (row: ItemRow) => void;
}

const none: readonly never[] = [];
const rowId = ({ id }: ItemRow) => String(id);

/** How many fields a card has below its label. */
const cardFields = 2;

/** The items of a page as cards with their pictures. */
export function Gallery(props: GalleryProps) {
  const { instanceId, templateId, label, fields, hidden, order, rows, expectedRows, offset, isStale } = props;
  const { selection, onHover } = props;
  const items = rows ?? none;
  const { handlers, follow, isSelected } = useTableSelection({ selection, rows: items, rowId, offset });
  const onKeyDown = useCardKeys({ rows: items, pick: handlers?.pick, follow });
  const isSlow = useDelayed(rows === undefined);
  const picture = useMemo(() => pictureField(fields), [fields]);
  const values = useMemo(() => {
    const others = new Map(fields.filter((field) => field !== picture).map((field) => [field.id, field]));
    const visible = orderedIds([...others.values()], order).filter((id) => !hidden.includes(id));
    return visible.slice(0, cardFields).flatMap((id) => others.get(id) ?? []);
  }, [fields, picture, hidden, order]);

  return (
    <ul
      className={classes.cards}
      aria-label={label}
      aria-busy={isStale || rows === undefined}
      data-stale={isStale || undefined}
      onKeyDown={onKeyDown}
    >
      {items.map((row, index) => (
        <GalleryCard
          key={row.id}
          row={row}
          to={pathTo(paths.item, { instanceId, templateId, id: row.id })}
          picture={picture}
          values={values}
          isSelected={isSelected(index)}
          handlers={handlers}
          onHover={onHover}
        />
      ))}
      {isSlow &&
        Array.from({ length: expectedRows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
          <li key={index} className={classes.card} aria-hidden>
            <div className={classes.picture} />
            <div className={classes.bar} />
          </li>
        ))}
    </ul>
  );
}

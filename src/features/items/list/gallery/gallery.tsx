import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useMemo } from 'react';
import { pictureField } from '../../../../shared/links/item-picture.ts';
import { orderedIds } from '../../../../shared/table/columns/column-order.ts';
import type { RowHeading } from '../../../../shared/table/row-heading.ts';
import type { ListSelection } from '../../../../shared/table/selection/use-list-selection.ts';
import { useTableSelection } from '../../../../shared/table/selection/use-table-selection.ts';
import { useDelayed } from '../../../../shared/ui/lazy/delayed.tsx';
import type { ListedField } from '../item-columns.tsx';
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
  /** Headings of groups, by their places. */
  headings?: readonly RowHeading[] | undefined;
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
  const { selection, onHover, headings = none } = props;
  const items = rows ?? none;
  const { handlers, follow, isSelected } = useTableSelection({ selection, rows: items, rowId, offset });
  const onKeyDown = useCardKeys({ rows: items, pick: handlers?.pick, follow });
  const isSlow = useDelayed(rows === undefined);
  const picture = useMemo(() => pictureField(fields), [fields]);
  const values = useMemo(() => {
    const others = new Map(
      fields.filter((field) => field !== picture && !field.settings.title).map((field) => [field.id, field]),
    );
    const visible = orderedIds([...others.values()], order).filter((id) => !hidden.includes(id));
    return visible.slice(0, cardFields).flatMap((id) => others.get(id) ?? []);
  }, [fields, picture, hidden, order]);

  const cardsIn = (start: number, end: number) =>
    items
      .slice(start, end)
      .map((row, position) => (
        <GalleryCard
          key={row.id}
          row={row}
          to={pathTo(paths.item, { instanceId, templateId, id: row.id })}
          picture={picture}
          values={values}
          isSelected={isSelected(start + position)}
          handlers={handlers}
          onHover={onHover}
        />
      ));
  const list = { className: classes.cards, 'aria-busy': isStale || rows === undefined };

  if (headings.length > 0)
    return (
      // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of its cards
      <div data-stale={isStale || undefined} onKeyDown={onKeyDown}>
        {headings.map(({ id, at, content }, index) => (
          <section key={id}>
            <div className={classes.heading}>{content}</div>
            <ul {...list} aria-label={label}>
              {cardsIn(at, headings[index + 1]?.at ?? items.length)}
            </ul>
          </section>
        ))}
      </div>
    );
  return (
    <ul {...list} aria-label={label} data-stale={isStale || undefined} onKeyDown={onKeyDown}>
      {cardsIn(0, items.length)}
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

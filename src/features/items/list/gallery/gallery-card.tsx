import type { ItemRow } from '@quartermaster/contract/endpoints/items.ts';
import { memo } from 'react';
import { cellContent, cellProps } from '../../../../shared/field-types/field-cell.tsx';
import { fieldTypeViewOf } from '../../../../shared/field-types/registry.ts';
import { changedProps, markedRowProps, markOf } from '../../../../shared/table/row-marks.ts';
import { SelectBox } from '../../../../shared/table/selection/select-box.tsx';
import type { RowHandlers } from '../../../../shared/table/selection/use-table-selection.ts';
import { noTranslate } from '../../../../shared/ui/no-translate.ts';
import { PlainLink } from '../../../../shared/ui/plain-link.tsx';
import type { ListedField } from '../item-columns.tsx';
import { CardPicture } from './card-picture.tsx';
import classes from './gallery.module.css';

interface GalleryCardProps {
  row: ItemRow;
  /** The path of the item. */
  to: string;
  picture: ListedField | undefined;
  /** The fields below the label. */
  values: readonly ListedField[];
  /** Undefined if items cannot be selected. */
  isSelected: boolean | undefined;
  handlers: RowHandlers | undefined;
  onHover: (row: ItemRow) => void;
}

/** An item of a gallery: its picture, its label, which links to it, and two of its values. Memoized, as only some cards change. */
export const GalleryCard = memo(function GalleryCard(props: GalleryCardProps) {
  const { row, to, picture, values, isSelected, handlers, onHover } = props;
  const { id, internal_label: label } = row;
  const mark = markOf(row);
  return (
    <li
      {...noTranslate(classes.card)}
      data-selected={isSelected || undefined}
      {...markedRowProps(mark)}
      onPointerEnter={() => onHover(row)}
    >
      <CardPicture field={picture} value={picture && row.values[picture.id]} label={label} />
      <PlainLink
        className={classes.label}
        to={to}
        hasBackLink
        title={label}
        data-card={id}
        {...changedProps(mark, 'label')}
      >
        {label}
      </PlainLink>
      {isSelected !== undefined && (
        <span className={classes.check}>
          {/* Tab goes from card to card; Space selects the focused one. */}
          <SelectBox
            label={`Select ${label} #${id}`}
            checked={isSelected}
            tabIndex={-1}
            onPick={(isRange) => handlers?.pick(String(id), isRange)}
          />
        </span>
      )}
      {values.length > 0 && (
        <dl className={classes.values}>
          {values.map(({ id: fieldId, header, settings }) => {
            const value = row.values[fieldId];
            const { className = '', ...others } = cellProps(settings, value) ?? {};
            return (
              <div key={fieldId} data-options={'options' in settings || undefined} title={header}>
                <dt>{header}</dt>
                <dd
                  {...others}
                  {...changedProps(mark, fieldId)}
                  className={className}
                  data-align={fieldTypeViewOf(settings.type).align}
                >
                  {cellContent(settings, value)}
                </dd>
              </div>
            );
          })}
        </dl>
      )}
    </li>
  );
});

import { memo } from 'react';
import { Link } from 'react-router-dom';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';
import type { OpenChange } from '../use-open-change.ts';
import classes from './changes-view.module.css';
import type { ChangeSection, ListedItem, Place } from './list-layout.ts';
import { SelectBox } from './select-box.tsx';

interface ChangeRowProps {
  at: number;
  index: number;
  section: ChangeSection;
  /** Undefined until it is loaded. */
  item: ListedItem | undefined;
  isActive: boolean;
  isOpen: boolean;
  /** Undefined in a list without selection. */
  isSelected: boolean | undefined;
  addressOf: (change: OpenChange) => string;
  onPick: (place: Place, isRange: boolean) => void;
  onActive: (place: Place) => void;
}

/** A changed item; memoized, so that scrolling renders only the rows that come into view. */
export const ChangeRow = memo(function ChangeRow(props: ChangeRowProps) {
  const { at, index, section, item, isActive, isOpen, isSelected, addressOf, onPick, onActive } = props;
  const place: Place = { section: at, item: index };
  const tabIndex = isActive ? 0 : -1;
  if (!item) {
    return (
      <tr className={classes.row} aria-rowindex={index + 2}>
        <td className={classes.cell} colSpan={isSelected === undefined ? 3 : 4} aria-label="Loading">
          <span className={classes.bar} data-place={`${at}/${index}`} tabIndex={tabIndex} />
        </td>
      </tr>
    );
  }
  return (
    <tr
      className={classes.row}
      aria-rowindex={index + 2}
      data-selected={isSelected || undefined}
      data-open={isOpen || undefined}
    >
      {isSelected !== undefined && (
        <td className={`${classes.cell} ${classes.box}`}>
          <SelectBox
            label={`Select ${item.name} #${item.id}`}
            checked={isSelected}
            tabIndex={tabIndex}
            data-place={`${at}/${index}`}
            onFocus={() => onActive(place)}
            onPick={(isRange) => onPick(place, isRange)}
          />
        </td>
      )}
      <td className={`${classes.cell} ${classes.id}`}>{item.id}</td>
      <th scope="row" className={`${classes.cell} ${classes.label}`} title={item.name}>
        <Link
          to={addressOf({ templateId: section.templateId, id: item.id })}
          className={classes.link ?? ''}
          tabIndex={tabIndex}
          {...(isSelected === undefined ? { 'data-place': `${at}/${index}` } : {})}
          onFocus={() => onActive(place)}
          aria-current={isOpen || undefined}
        >
          {item.name}
        </Link>
      </th>
      <td className={`${classes.cell} ${classes.change}`}>
        <ChangeMark kind={item.change} />
        {item.conflict && (
          <span className={classes.conflict} title="It was edited in the target, too">
            Conflict
          </span>
        )}
        {item.is_newer && (
          <span
            className={classes.newer}
            title="It was saved while the sync was being prepared, and synced as it was then"
          >
            Saved meanwhile
          </span>
        )}
      </td>
    </tr>
  );
});

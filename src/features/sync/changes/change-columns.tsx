import { Link } from 'react-router-dom';
import { LineBubble } from '../../../shared/comments/line-bubble.tsx';
import { DifferenceLine } from '../../../shared/item-diff/difference.tsx';
import { RowPicture } from '../../../shared/links/row-picture.tsx';
import type { RowState } from '../../../shared/table/grouped/row-state.ts';
import { selectionColumn } from '../../../shared/table/selection/selection-column.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { ChangeMark } from '../../../shared/ui/change/change-mark.tsx';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import { texts } from '../../../shared/ui/texts.ts';
import type { ListedItem } from './change-section.ts';
import classes from './changes-view.module.css';
import { EditedMark } from './edited-mark.tsx';

/** The columns of a list of changes. */
export const changeColumns: readonly TableColumn<ListedItem, RowState>[] = [
  {
    id: 'id',
    header: 'ID',
    width: 88,
    // Below the label then.
    onlyIfWide: true,
    align: 'right',
    cell: ({ id }) => <span className={classes.id}>{id}</span>,
  },
  {
    id: 'label',
    header: 'Label',
    width: 170,
    grows: 'fully',
    isRowHeader: true,
    cell: ({ id, name, image }, { address, isOpen, isSelected, target, focus }) => (
      <>
        {image !== undefined && <RowPicture image={image} label={name} />}
        <span className={classes.names} data-id={id}>
          <Link
            to={address}
            className={classes.link ?? ''}
            title={name}
            aria-current={isOpen || undefined}
            {...(isSelected === undefined ? target : focus)}
          >
            {name}
          </Link>
        </span>
      </>
    ),
  },
  {
    id: 'change',
    header: 'Change',
    // Together as wide as a table that is not narrow, so that labels are not cut next to empty space.
    width: 300,
    grows: 'fully',
    cell: ({ change, conflict, is_newer, is_edited, difference }) => (
      <span className={classes.change}>
        <span className={classes.kind}>
          <ChangeMark kind={change} />
          {conflict && (
            <span className={classes.conflict} title="It was edited in the target, too">
              Conflict
            </span>
          )}
          {is_edited && <EditedMark />}
          {is_newer && (
            <span
              className={classes.newer}
              title="It was saved while the sync was being prepared, and synced as it was then"
            >
              Saved meanwhile
            </span>
          )}
        </span>
        {difference && (
          <span className={classes.difference}>
            <DifferenceLine difference={difference} />
          </span>
        )}
      </span>
    ),
  },
];

/** The same columns with the comments at each line. */
export const commentedColumns: typeof changeColumns = [
  ...changeColumns,
  {
    id: 'comments',
    header: texts.comments,
    isHeaderHidden: true,
    width: 52,
    narrowWidth: 56,
    cell: ({ id, name }, { groupKey, focus }) => (
      <LineBubble line={{ template_id: groupKey, item_id: id }} label={name} focus={focus} />
    ),
  },
];

const editColumn: (typeof changeColumns)[number] = {
  id: 'edited',
  header: 'Edited',
  width: 220,
  onlyIfRoom: true,
  cell: ({ edited }) => edited && `${authorName(edited.by, 'start')}, ${whenText(edited.at)}`,
  cellProps: ({ edited }) => ({ className: classes.edited, ...(edited && { title: dateTime(edited.at) }) }),
};

/** The columns of a list of changes to select from. */
export const selectableColumns: typeof changeColumns = [
  selectionColumn(({ id, name }) => `Select ${name} #${id}`),
  ...changeColumns,
  editColumn,
];

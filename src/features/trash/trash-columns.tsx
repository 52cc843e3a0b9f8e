import type { TrashEntry } from '@quartermaster/contract/endpoints/trash.ts';
import { changeSetPath } from '@quartermaster/contract/paths.ts';
import { ItemImage } from '../../shared/images/item-image.tsx';
import { PageBox } from '../../shared/table/selection/page-box.tsx';
import type { SelectState } from '../../shared/table/selection/select-state.ts';
import { selectionColumn } from '../../shared/table/selection/selection-column.tsx';
import type { TableColumn } from '../../shared/table/table-column.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { count } from '../../shared/ui/count.ts';
import { dateTime, day, whenText } from '../../shared/ui/date-time.ts';
import { IconTag } from '../../shared/ui/icons/tag.ts';
import { IconTemplate } from '../../shared/ui/icons/template.ts';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { RestoreRow } from './restore-row.tsx';
import classes from './trash.module.css';

interface ColumnOptions {
  instanceId: number;
  /** Undefined for users who may not restore, and outside of Dev. */
  restore: ((entry: TrashEntry) => void) | undefined;
  mayRestoreTemplates: boolean;
  /** True if there is too little room for all columns: what can be done with a row comes right after its name. */
  isNarrow: boolean;
}

const isTemplate = ({ item_id }: TrashEntry) => item_id === null;
const idOf = ({ item_id, template_id }: TrashEntry) => (item_id === null ? template_id : `#${item_id}`);

/** The columns of the trash. */
export function trashColumns({
  instanceId,
  restore,
  mayRestoreTemplates,
  isNarrow,
}: ColumnOptions): TableColumn<TrashEntry, SelectState>[] {
  const mayRestore = (entry: TrashEntry) => mayRestoreTemplates || !isTemplate(entry);
  const boxes = selectionColumn((entry: TrashEntry) => `Select ${entry.name} ${idOf(entry)}`);
  const restoring: TableColumn<TrashEntry>[] = restore
    ? [
        {
          id: 'restore',
          header: 'Restore',
          isHeaderHidden: true,
          width: 92,
          cell: (entry: TrashEntry) =>
            mayRestore(entry) && (
              <RestoreRow entry={entry} label={`Restore ${entry.name} ${idOf(entry)}`} onRestore={restore} />
            ),
        },
      ]
    : [];
  return [
    ...(restore
      ? [
          {
            ...boxes,
            head: mayRestoreTemplates ? <PageBox /> : ' ',
            pinned: true,
            cell: (entry: TrashEntry, state: SelectState) => (mayRestore(entry) ? boxes.cell(entry, state) : null),
            cellProps: (entry: TrashEntry, state: SelectState) =>
              mayRestore(entry) ? boxes.cellProps?.(entry, state) : undefined,
          },
        ]
      : []),
    {
      id: 'name',
      header: 'Name',
      width: 220,
      narrowWidth: 170,
      grows: true,
      pinned: true,
      isRowHeader: true,
      cell: (entry) => {
        const Icon = isTemplate(entry) ? IconTemplate : IconTag;
        return (
          <span className={classes.name}>
            {entry.image === undefined ? (
              <Icon size={16} className={classes.icon} aria-hidden />
            ) : (
              <ItemImage value={entry.image} alt="" className={classes.picture} />
            )}
            <span className={classes.label} title={entry.name}>
              {entry.name}
            </span>
            <span className={classes.id}>{idOf(entry)}</span>
          </span>
        );
      },
    },
    ...(isNarrow ? restoring : []),
    {
      id: 'kind',
      header: 'Kind',
      width: 170,
      cell: (entry) => (isTemplate(entry) ? `Template with ${count(entry.items, 'item')}` : 'Item'),
    },
    { id: 'template', header: 'Template', width: 130, grows: true, cell: ({ template_name }) => template_name },
    { id: 'by', header: 'Deleted by', width: 120, grows: true, cell: ({ by }) => authorName(by.name, 'start') },
    {
      id: 'when',
      header: 'Deleted',
      width: 136,
      cell: ({ change_set_id, deleted_at }) =>
        change_set_id === null ? (
          whenText(deleted_at)
        ) : (
          <TextLink to={changeSetPath(change_set_id, instanceId)}>{whenText(deleted_at)}</TextLink>
        ),
      cellProps: ({ deleted_at }) => ({ title: dateTime(deleted_at) }),
    },
    {
      id: 'until',
      header: 'Kept until',
      width: 112,
      cell: ({ expires_at }) => <span title={dateTime(expires_at)}>{day(expires_at)}</span>,
    },
    ...(isNarrow ? [] : restoring),
  ];
}

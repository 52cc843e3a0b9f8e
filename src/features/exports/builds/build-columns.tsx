import type { Build } from '@quartermaster/contract/endpoints/builds.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { RowMenu } from '../../../shared/table/row-menu.tsx';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { count } from '../../../shared/ui/count.ts';
import { dateTime, whenText } from '../../../shared/ui/date-time.ts';
import type { MenuAction } from '../../../shared/ui/popup/loaded-action-menu.tsx';
import classes from './builds.module.css';
import type { PointedAt } from './pointed-at.ts';

interface ColumnOptions {
  actionsOf: (build: Build) => readonly MenuAction[];
  pointedAt: PointedAt;
  /** True if there is too little room for all columns before the menus. */
  isNarrow: boolean;
}

/** The columns of the builds. */
export function buildColumns({ actionsOf, pointedAt, isNarrow }: ColumnOptions): TableColumn<Build>[] {
  const id: TableColumn<Build> = {
    id: 'id',
    header: 'Build',
    width: 64,
    align: 'right',
    pinned: true,
    cell: (build) => <span className={classes.id}>{build.id}</span>,
  };
  const name: TableColumn<Build> = {
    id: 'name',
    header: 'Name',
    width: isNarrow ? 90 : 180,
    grows: 'fully',
    cell: (build) => build.name ?? '',
  };
  const channels: TableColumn<Build> = {
    id: 'channels',
    header: 'Channels',
    width: isNarrow ? 112 : 180,
    cell: (build) => <Badges pointers={pointedAt.get(build.id) ?? []} />,
  };
  const created: TableColumn<Build> = {
    id: 'created',
    header: 'Created',
    width: 136,
    cell: (build) => whenText(build.created_at),
    cellProps: (build) => ({ title: dateTime(build.created_at) }),
  };
  const version: TableColumn<Build> = {
    id: 'version',
    header: 'Game version',
    width: 130,
    cell: ({ smallest_game_version: smallest }) => (smallest === null ? 'any' : `from ${smallest}`),
  };
  const size: TableColumn<Build> = {
    id: 'size',
    header: 'Size',
    width: 150,
    align: 'right',
    cell: ({ files, bytes }) => `${count(files, 'file')}, ${numberText(Math.ceil(bytes / 1000))} kB`,
  };
  const menu: TableColumn<Build> = {
    id: 'actions',
    header: 'Actions',
    width: 80,
    align: 'right',
    cell: (build) => <RowMenu label={`Actions for build ${build.id}`} actions={actionsOf(build)} />,
  };
  return isNarrow
    ? [id, channels, menu, name, created, version, size]
    : [id, name, channels, created, version, size, menu];
}

const Badges = ({ pointers }: { pointers: NonNullable<ReturnType<PointedAt['get']>> }) => (
  <span className={classes.badges}>
    {pointers.map(({ name, isEarlier }) => (
      <span
        key={name}
        className={classes.badge}
        data-earlier={isEarlier || undefined}
        title={isEarlier ? `${name}, for earlier versions of the game` : name}
      >
        {isEarlier ? `${name}, earlier` : name}
      </span>
    ))}
  </span>
);

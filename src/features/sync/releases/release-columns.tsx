import type { Release } from '@quartermaster/contract/endpoints/releases.ts';
import { releasePath } from '@quartermaster/contract/paths.ts';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { Direction } from '../../../shared/ui/direction.tsx';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { ReleaseState } from './release-state.tsx';
import { ReleaseTime, releaseTime } from './time/release-time.tsx';

/** The columns of the releases out of an instance and into it. */
export const releaseColumns = (instanceId: number): TableColumn<Release>[] => [
  {
    id: 'name',
    header: 'Name',
    width: 220,
    grows: true,
    pinned: true,
    cell: ({ id, name }) => <TextLink to={releasePath(id, instanceId)}>{name}</TextLink>,
  },
  { id: 'state', header: 'State', width: 120, cell: (release) => <ReleaseState release={release} /> },
  {
    id: 'time',
    header: 'Time',
    width: 380,
    cell: (release) => <ReleaseTime {...releaseTime(release)} />,
  },
  {
    id: 'direction',
    header: 'From → to',
    width: 170,
    cell: ({ source, target }) => <Direction source={source.env} target={target.env} />,
  },
  { id: 'by', header: 'By', width: 150, grows: true, cell: ({ by }) => authorName(by.name, 'start') },
];

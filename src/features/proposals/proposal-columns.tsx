import type { Proposal } from '@quartermaster/contract/endpoints/proposals.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { proposalPath } from '@quartermaster/contract/paths.ts';
import type { TableColumn } from '../../shared/table/table-column.ts';
import { authorName } from '../../shared/ui/author-name.ts';
import { dateTime, whenText } from '../../shared/ui/date-time.ts';
import { TextLink } from '../../shared/ui/link-button.tsx';
import { originLabels } from '../../shared/ui/origins.ts';
import { PersonMark } from '../../shared/ui/person-mark.tsx';
import { ProposalStateBadge } from './proposal-state.tsx';
import classes from './proposals.module.css';

/** The items of a proposal by template: `Heroes 3, Weapons 12`. */
const itemsText = ({ templates }: Proposal): string =>
  templates.map(({ name, items }) => `${name} ${numberText(items)}`).join(', ');

/** The columns of the proposals of an instance. */
export const proposalColumns = (instanceId: number): TableColumn<Proposal>[] => [
  {
    id: 'title',
    header: 'Title',
    width: 260,
    grows: true,
    pinned: true,
    cell: ({ id, title, by }) => (
      <span className={classes.title}>
        <PersonMark name={by.name} />
        <TextLink to={proposalPath(id, instanceId)}>{title}</TextLink>
      </span>
    ),
  },
  { id: 'by', header: 'By', width: 150, grows: true, cell: ({ by }) => authorName(by.name, 'start') },
  { id: 'origin', header: 'Through', width: 100, cell: ({ origin }) => originLabels[origin] },
  {
    id: 'when',
    header: 'When',
    width: 136,
    cell: ({ created_at }) => whenText(created_at),
    cellProps: ({ created_at }) => ({ title: dateTime(created_at) }),
  },
  { id: 'items', header: 'Items', width: 220, grows: true, cell: itemsText },
  { id: 'state', header: 'State', width: 110, cell: ({ state }) => <ProposalStateBadge state={state} /> },
];

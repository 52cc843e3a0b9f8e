import { Anchor } from '@mantine/core';
import type { BuildChange } from '@quartermaster/contract/endpoints/builds.ts';
import { Link, type To } from 'react-router-dom';
import type { TableColumn } from '../../../../shared/table/table-column.ts';
import { ChangeMark } from '../../../../shared/ui/change/change-mark.tsx';
import classes from '../builds.module.css';

/** A link to the dialog of an item, with the state of the list's history entry. */
type LinkOf = (position: string) => { to: To; state: unknown };

/** The columns of the items in which builds differ. */
export const changeColumns = (linkOf: LinkOf): TableColumn<BuildChange>[] => [
  {
    id: 'item',
    header: 'Item',
    width: 90,
    align: 'right',
    pinned: true,
    cell: ({ template_id, item_id, place: position }) => (
      <Anchor
        component={Link}
        inherit
        className={classes.id ?? ''}
        {...linkOf(position)}
        aria-label={`Change of ${template_id} #${item_id}`}
      >
        {item_id}
      </Anchor>
    ),
  },
  { id: 'change', header: 'Change', width: 120, cell: ({ change }) => <ChangeMark kind={change} /> },
  { id: 'template', header: 'Template', width: 200, grows: true, cell: ({ template_id }) => template_id },
];

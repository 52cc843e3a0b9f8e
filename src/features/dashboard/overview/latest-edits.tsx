import { Skeleton, Text } from '@mantine/core';
import type { ItemEdit } from '@quartermaster/contract/endpoints/instances.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import classes from './overview.module.css';

const did = { create: 'created', update: 'edited', delete: 'deleted' } as const;

/** The server's maximum. */
const rows = 5;

/** The items edited last, with their editors; `undefined` while loading. */
export function LatestEdits({ edits }: { edits: readonly ItemEdit[] | undefined }) {
  const id = useId();
  return (
    <section className={classes.edits} aria-labelledby={id} aria-busy={edits === undefined}>
      <div className={classes.heading}>
        <h2 id={id} className={classes.title}>
          Edited last
        </h2>
        <TextLink to={paths.activity}>All activity</TextLink>
      </div>
      {edits?.length === 0 ? (
        <Text c="dimmed" size="sm">
          No item was edited here by hand yet.
        </Text>
      ) : (
        <ul className={classes.rows}>
          {edits
            ? edits.map((edit) => <Edit key={`${edit.template_id} ${edit.item_id}`} edit={edit} />)
            : Array.from({ length: rows }, (_, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
                <li key={index} className={classes.row}>
                  <Skeleton height={14} />
                </li>
              ))}
        </ul>
      )}
    </section>
  );
}

function Edit({ edit }: { edit: ItemEdit }) {
  const instanceId = useInstanceId();
  const { template_id, template_label, item_id, label, action, by, at } = edit;
  return (
    <li className={`${classes.row} ${classes.edit}`}>
      <span className={classes.name} title={label}>
        {action === 'delete' ? (
          label
        ) : (
          <TextLink to={pathTo(paths.item, { instanceId, templateId: template_id, id: item_id })} back="/">
            {label}
          </TextLink>
        )}
      </span>
      <span className={classes.note} title={dateTime(at)}>
        {template_label} # {item_id}, {did[action]} {timeAgo(Date.parse(at), Date.now())} by {authorName(by, 'within')}
      </span>
    </li>
  );
}

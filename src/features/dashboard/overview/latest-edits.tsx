import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { ItemEdit } from '@quartermaster/contract/endpoints/instances.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useId } from 'react';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { DifferenceLine } from '../../../shared/item-diff/difference.tsx';
import { authorName } from '../../../shared/ui/author-name.ts';
import { dateTime } from '../../../shared/ui/date-time.ts';
import { IconPhoto } from '../../../shared/ui/icons/photo.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { timeAgo } from '../../../shared/ui/time-ago.ts';
import { EntryRow, RowsSkeleton } from './entry-row.tsx';
import classes from './overview.module.css';

const did = { create: 'created', update: 'edited', delete: 'deleted' } as const;

/** The items edited last, with their editors; `undefined` while loading. */
export function LatestEdits({ edits }: { edits: readonly ItemEdit[] | undefined }) {
  const id = useId();
  return (
    <section className={classes.column} aria-labelledby={id} aria-busy={edits === undefined}>
      <div className={classes.heading}>
        <h2 id={id} className={classes.title}>
          Edited last
        </h2>
        <TextLink to={paths.activity}>All activity</TextLink>
      </div>
      {edits?.length === 0 ? (
        <p className={classes.empty}>No item was edited here by hand yet.</p>
      ) : (
        <ul className={classes.rows}>
          {edits ? (
            edits.map((edit) => <Edit key={`${edit.template_id} ${edit.item_id}`} edit={edit} />)
          ) : (
            <RowsSkeleton />
          )}
        </ul>
      )}
    </section>
  );
}

function Edit({ edit }: { edit: ItemEdit }) {
  const instanceId = useInstanceId();
  const { template_id, template_label, item_id, label, image, action, by, at, difference } = edit;
  const Icon = template_id === imageTemplate.id ? IconPhoto : IconTemplate;
  return (
    <EntryRow
      sign={image === undefined ? <Icon size={16} aria-hidden /> : <ItemImage value={image} alt="" />}
      {...(action !== 'delete' && { to: pathTo(paths.item, { instanceId, templateId: template_id, id: item_id }) })}
      label={label}
      note={`${template_label} # ${item_id}, ${did[action]} ${timeAgo(Date.parse(at), Date.now())} by ${authorName(by, 'within')}`}
      title={dateTime(at)}
      {...(difference && { aside: <DifferenceLine difference={difference} /> })}
    />
  );
}

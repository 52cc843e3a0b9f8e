import { Anchor } from '@mantine/core';
import type { FieldEffect } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useHref } from 'react-router-dom';
import { useContentInstanceId } from '../access/content-instance.ts';
import classes from './change-list.module.css';

/** The first items that a change does not work for, each linking to its page in a new tab so that the editor stays open. */
export function ItemSample({ items, templateId }: { items: FieldEffect['incompatible']; templateId: string }) {
  return (
    <ul className={classes.sample}>
      {items.sample.map(({ id, label, value, reason }) => (
        <li key={id}>
          <ItemLink templateId={templateId} id={id} label={label} />: <q>{value}</q> {reason}
        </li>
      ))}
      {items.count > items.sample.length && <li>and {items.count - items.sample.length} more</li>}
    </ul>
  );
}

/** A link to an item that opens in a new tab. */
export function ItemLink({ templateId, id, label }: { templateId: string; id: number; label: string }) {
  const href = useHref(pathTo(paths.item, { instanceId: useContentInstanceId(), templateId, id }));
  return (
    <Anchor href={href} target="_blank" rel="noreferrer" underline="always" inherit>
      {label} #{id}
    </Anchor>
  );
}

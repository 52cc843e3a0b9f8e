import { usingItemOf } from '@quartermaster/contract/rules/unique.ts';
import { use } from 'react';
import { ItemLink } from '../links/item-link.tsx';
import { EditedItemContext } from './edited-item.ts';
import classes from './item-fields.module.css';

/** A link to the item that has the value of a unique field, which the error of the field names. */
export function UsingItem({ error }: { error: string | undefined }) {
  const edited = use(EditedItemContext);
  const id = usingItemOf(error);
  if (edited === null || id === undefined) return null;
  return (
    <p className={classes.using}>
      <ItemLink templateId={edited.templateId} id={id}>
        Open item {id}
      </ItemLink>
    </p>
  );
}

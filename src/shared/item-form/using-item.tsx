import { usingItemOf } from '@quartermaster/contract/rules/unique.ts';
import { createContext, use } from 'react';
import { ItemLink } from '../links/item-link.tsx';
import classes from './item-fields.module.css';

/** The template of the items that are edited; `null` where none is saved. */
export const ItemsTemplate = createContext<string | null>(null);

/** A link to the item that has the value of a unique field, which the error of the field names. */
export function UsingItem({ error }: { error: string | undefined }) {
  const templateId = use(ItemsTemplate);
  const id = usingItemOf(error);
  if (templateId === null || id === undefined) return null;
  return (
    <p className={classes.using}>
      <ItemLink templateId={templateId} id={id}>
        Open item {id}
      </ItemLink>
    </p>
  );
}

import { InvalidRowError } from '@quartermaster/contract/item-fields.ts';
import type { Item } from '@quartermaster/contract/items.ts';
import type { Template } from '@quartermaster/contract/templates.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { treeOf } from '../../../shared/data/templates.ts';
import { type DraftBase, toDraft } from './item-draft.ts';

/** An item as its form holds it, with the template that it fits. */
interface FittingItem {
  template: Template;
  item: Item;
  first: DraftBase;
}

/**
 * Brings an item and its template together. One may have been read before somebody changed the template: where they do
 * not fit, both are read once more. What did fit stays meanwhile, and `invalid` says why they never did.
 */
export function useFittingItem(
  template: UseQueryResult<Template>,
  item: UseQueryResult<Item>,
): { fitting?: FittingItem | undefined; invalid?: InvalidRowError | undefined } {
  const [shown, setShown] = useState<FittingItem>();
  const [isReadAgain, setReadAgain] = useState(false);
  const read = useMemo(() => bringTogether(template.data, item.data), [template.data, item.data]);
  const isInvalid = read instanceof InvalidRowError;
  if (read && !isInvalid && read !== shown) setShown(read);

  const { refetch: readTemplate } = template;
  const { refetch: readItem } = item;
  useEffect(() => {
    if (isInvalid && !isReadAgain) void Promise.all([readTemplate(), readItem()]).then(() => setReadAgain(true));
  }, [isInvalid, isReadAgain, readTemplate, readItem]);

  if (!isInvalid) return { fitting: read };
  return { fitting: shown, invalid: isReadAgain && !shown ? read : undefined };
}

function bringTogether(template?: Template, item?: Item): FittingItem | InvalidRowError | undefined {
  if (!template || !item) return undefined;
  const first = toDraft(treeOf(template), item);
  return first instanceof InvalidRowError ? first : { template, item, first };
}

import { InvalidRowError } from '@quartermaster/contract/content/item-values.ts';
import type { Item } from '@quartermaster/contract/endpoints/items.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { treeOf } from '../../../shared/data/templates.ts';
import { type DraftBase, toDraft } from './item-draft.ts';

/** An item as form values, with its matching template. */
interface FittingItem {
  template: Template;
  item: Item;
  saved: DraftBase;
}

interface Fitting {
  fitting?: FittingItem | undefined;
  /** Why item and template do not match even after a reload. */
  invalid?: InvalidRowError | undefined;
  /** The error of the reload, and how to retry it. */
  unread?: { error: Error; retry: () => void } | undefined;
}

/**
 * Combines an item with its template. Either may have been loaded before the template changed: if they do not match, both are loaded again;
 * until then, the last matching pair stays on screen.
 */
export function useItemWithTemplate(template: UseQueryResult<Template>, item: UseQueryResult<Item>): Fitting {
  const [last, setLast] = useState<FittingItem>();
  const [readAgain, setReadAgain] = useState<{ error: Error | null } | null>(null);
  const read = useMemo(() => bringTogether(template.data, item.data), [template.data, item.data]);
  const isInvalid = read instanceof InvalidRowError;
  if (read && !isInvalid && read !== last) setLast(read);
  if (!isInvalid && readAgain) setReadAgain(null);

  const { refetch: readTemplate } = template;
  const { refetch: readItem } = item;
  useEffect(() => {
    if (!isInvalid || readAgain) return;
    void Promise.all([readTemplate(), readItem()]).then((results) =>
      setReadAgain({ error: results.find(({ error }) => error)?.error ?? null }),
    );
  }, [isInvalid, readAgain, readTemplate, readItem]);

  if (!isInvalid) return { fitting: read };
  if (last) return { fitting: last };
  if (!readAgain) return {};
  return readAgain.error ? { unread: { error: readAgain.error, retry: () => setReadAgain(null) } } : { invalid: read };
}

function bringTogether(template?: Template, item?: Item): FittingItem | InvalidRowError | undefined {
  if (!template || !item) return undefined;
  const saved = toDraft(treeOf(template), item);
  return saved instanceof InvalidRowError ? saved : { template, item, saved };
}

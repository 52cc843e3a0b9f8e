import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useState } from 'react';
import type { ItemAddress } from '../../../../shared/data/history.ts';
import { itemQueries } from '../../../../shared/data/items.ts';
import type { FieldNode } from '../../../../shared/data/templates.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { authorName } from '../../../../shared/ui/author-name.ts';
import { useAnnouncer } from '../../../../shared/ui/hooks/use-announcer.tsx';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import { lateCode } from '../../../../shared/ui/lazy/late-code.ts';
import { meanwhileText } from '../../../../shared/ui/meanwhile-text.ts';
import { texts } from '../../../../shared/ui/texts.ts';
import type { DraftBase } from '../../item/item-draft.ts';
import type { useItemForm } from '../../item/use-item-form.ts';

type Code = typeof import('./others-changes.ts');

const code = lateCode((): Promise<Code> => import('./others-changes.ts'));

interface Options {
  /** Undefined for a new item. */
  address: ItemAddress | undefined;
  tree: readonly FieldNode[];
  form: ReturnType<typeof useItemForm>;
  /** The latest saved state. */
  saved: DraftBase;
  /** True while a save is being confirmed, sent or decided: its answer comes first. */
  isSaving: boolean;
  /** True for an item that does not exist any longer. */
  isDeleted: boolean;
  element: RefObject<HTMLFormElement | null>;
}

/** Takes what others save into an open form; returns the region that announces it. */
export function useOthersChanges({ address, tree, form, saved, isSaving, isDeleted, element }: Options): ReactNode {
  const findAuthor = useFindAuthor(address);
  const [say, region] = useAnnouncer();
  // A draft that was restored on an older version stays on it: its save asks about what others have changed.
  // By its version: a change of the template fits the same one to other fields.
  const { version: baseVersion } = form.base;
  const [known, setKnown] = useState({ baseVersion, version: saved.version });
  if (known.baseVersion !== baseVersion) setKnown({ baseVersion, version: saved.version });
  const isNews = known.baseVersion === baseVersion && saved.version > known.version;
  const isBehind = saved.version > form.base.version && (isNews || !form.isDirty) && !isSaving;

  const take = useStableCallback(({ takeVersion, keepFocus }: Code) => {
    // Meanwhile it may have been saved here.
    if (!isBehind) return;
    const { base, others } = form;
    const start = form.starts.current;
    const draft = structuredClone(form.draft());
    const { values, changes, names } = takeVersion(tree, base, saved, draft);
    keepFocus(element.current, draft, form.draft, () => form.moveOn(saved, values));
    if (changes.size === 0) return;
    void findAuthor(base.version, saved.version).then((by) => {
      // Meanwhile it may have started anew, such as after a save.
      if (form.starts.current !== start) return;
      const who = by === undefined ? 'Someone else' : authorName(by, 'start');
      others.set(new Map([...others.all(), ...[...changes].map(([path, one]) => [path, { ...one, who }] as const)]));
      say(meanwhileText({ by, isOwn: false }, names, { noun: 'this item', parts: 'fields' }));
    });
  });
  useEffect(() => {
    if (isBehind && saved) void code.fetch().then(take, () => undefined);
  }, [isBehind, saved, take]);
  useEffect(() => {
    if (!isDeleted) return;
    say(texts.itemDeleted);
    return () => say('');
  }, [isDeleted, say]);
  return region;
}

/** Returns a function that finds who has saved a version after another one; undefined if there are versions between them. */
function useFindAuthor(address: ItemAddress | undefined) {
  const queries = useQueryClient();
  const request = useRequest();
  return async (from: number, version: number): Promise<string | undefined> => {
    if (!address || version !== from + 1) return undefined;
    const { instanceId, templateId, id } = address;
    const query = itemQueries.edits(request, instanceId, templateId, [{ id, version }]);
    const edits = await queries.fetchQuery(query).catch(() => undefined);
    return edits?.get(id)?.by ?? undefined;
  };
}

import { history } from '@quartermaster/contract/endpoints/history.ts';
import type { Template } from '@quartermaster/contract/endpoints/templates.ts';
import { useEffect, useState } from 'react';
import { treeOf } from '../../../../shared/data/templates.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { authorName } from '../../../../shared/ui/author-name.ts';
import { useStableCallback } from '../../../../shared/ui/hooks/use-stable-callback.ts';
import type { DraftBase, ItemDraft } from '../../item/item-draft.ts';
import { fittedTo, isEqual, lostValues } from '../../item/lost-values.ts';
import type { useItemForm } from '../../item/use-item-form.ts';

interface Options {
  instanceId: number;
  template: Template;
  form: ReturnType<typeof useItemForm>;
  /** The latest saved state, in the template's fields. */
  saved: DraftBase;
}

/** Takes changes of the template into an open form: what was typed in fields that are lost is noted. */
export function useTemplateChanges({ instanceId, template, form, saved }: Options): void {
  const request = useRequest();
  const [known, setKnown] = useState(template);
  const take = useStableCallback(() => {
    const tree = treeOf(template);
    const { base, moveOn, lose } = form;
    const draft = structuredClone(form.draft());
    const lost = lostValues(treeOf(known), tree, base, draft);
    setKnown(template);
    const values = valuesToSet(draft);
    const baseValues = fittedTo(tree, base.values, saved.values);
    // The same base, as long as it fits: others may have saved the item, too.
    const next = isEqual(baseValues, base.values) ? base : { ...base, values: baseValues };
    if (next !== base || values.size > 0) moveOn(next, values);
    const lostNow = new Set(lostValues(undefined, tree, base, draft).map(({ path }) => path));
    void lose(lost, { findAuthor, isBack: ({ path, isRemoved }) => isRemoved && !lostNow.has(path) });
  });
  const valuesToSet = (draft: ItemDraft): Map<string, unknown> => {
    const { values } = draft;
    const fitted = Object.entries(fittedTo(treeOf(template), values, saved.values));
    return new Map(fitted.flatMap(([id, value]) => (value === values[id] ? [] : [[`values.${id}`, value] as const])));
  };
  /** Undefined if others may have saved it in between. */
  const findAuthor = async (): Promise<string | undefined> => {
    const { id: templateId, header } = template;
    if (header.version !== known.header.version + 1) return undefined;
    const asked = request(history.listTemplate, { params: { instanceId, templateId }, query: { limit: 1 } });
    const [last] = (await asked.catch(() => undefined))?.versions ?? [];
    return last?.version === header.version ? authorName(last.by.name, 'within') : undefined;
  };
  useEffect(() => {
    if (template !== known) take();
  }, [template, known, take]);
}

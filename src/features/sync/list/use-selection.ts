import type { ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { useState } from 'react';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { ChangeSection, ListSelection, Place } from './list-layout.ts';
import {
  isItemSelected,
  isTemplateSelected,
  nothing,
  type Selection,
  selectAllItems,
  selectedItems,
  selectItems,
  selectTemplate,
} from './selection.ts';

/** Which changes of a list are selected; those that are hidden by a filter stay so. */
export function useSelection(list: ChangeList | undefined, sections: readonly ChangeSection[]) {
  const [selection, setSelection] = useState<Selection>(nothing);
  const templateOf = (templateId: string) => list?.templates.find(({ template_id }) => template_id === templateId);

  const pick = (places: readonly Place[], isOn: boolean) => {
    const bySection = Map.groupBy(places, ({ section }) => section);
    let next = selection;
    for (const [section, inSection] of bySection) {
      const { templateId, items = [] } = sections[section] ?? {};
      if (templateId == null) continue;
      const loaded = new Map(templateOf(templateId)?.items.map((item) => [item.id, item]));
      const chosen = inSection.flatMap(({ item }) => loaded.get(items[item ?? -1]?.id ?? 0) ?? []);
      next = selectItems(next, templateId, chosen, isOn);
    }
    setSelection(next);
  };

  const forList: ListSelection = {
    isItemSelected: (templateId, id) => isItemSelected(selection, templateId, id),
    isTemplateSelected: (templateId) => isTemplateSelected(selection, templateId),
    isMenuSelected: selection.menu,
    countOf: ({ templateId, counts }) =>
      templateId === null
        ? 0
        : selectedItems(selection, { template_id: templateId, counts: { conflicts: 0, ...counts } }),
    selectItems: useStableCallback(pick),
    selectTemplate: ({ templateId }, isOn) => {
      if (templateId !== null) setSelection(selectTemplate(selection, templateId, isOn));
    },
    selectSection: ({ templateId, change }, isOn) => {
      if (templateId === null) return setSelection({ ...selection, menu: isOn });
      const next = selectAllItems(selection, templateId, isOn);
      setSelection(change === null ? next : selectTemplate(next, templateId, isOn));
    },
  };
  return { selection, setSelection, forList };
}

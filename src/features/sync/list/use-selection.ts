import type { ChangedItem, ChangeList } from '@quartermaster/contract/endpoints/sync.ts';
import { useState } from 'react';
import type { Place } from '../../../shared/table/grouped/group-layout.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import type { ChangeSection, ListSelection } from '../changes/change-section.ts';
import {
  emptySelection,
  isItemSelected,
  isTemplateSelected,
  type Selection,
  selectAllItems,
  selectedAmong,
  selectedItems,
  selectItems,
  selectTemplate,
  withoutStale,
} from './selection.ts';

interface SelectionOptions {
  /** All changes. */
  all: ChangeList | undefined;
  /** The listed changes. */
  found: ChangeList | undefined;
  sections: readonly ChangeSection[];
  /** Set for a filtered list: selecting a section then selects what the filter finds. Throws if that cannot be loaded. */
  loadAll: ((templateId: string) => Promise<readonly ChangedItem[]>) | undefined;
}

/** The selected changes of a list; changes hidden by a filter stay selected, and those that no longer exist do not. */
export function useSelection({ all, found, sections, loadAll }: SelectionOptions) {
  const [selection, setSelection] = useState<Selection>(emptySelection);
  const [known, setKnown] = useState(all);
  if (all && all !== known) {
    setKnown(all);
    setSelection(withoutStale(selection, all));
  }
  const templateOf = (templateId: string) => found?.templates.find(({ template_id }) => template_id === templateId);

  const pick = (places: readonly Place[], isOn: boolean) => {
    const bySection = Map.groupBy(places, ({ group }) => group);
    let next = selection;
    for (const [section, inSection] of bySection) {
      const { templateId, rows = [] } = sections[section] ?? {};
      if (templateId == null) continue;
      const loaded = new Map(templateOf(templateId)?.items.map((item) => [item.id, item]));
      const chosen = inSection.flatMap(({ row }) => loaded.get(rows[row ?? -1]?.id ?? 0) ?? []);
      next = selectItems(next, templateId, chosen, isOn);
    }
    setSelection(next);
  };

  const forList: ListSelection = {
    isSelected: ({ templateId }, { id }) => templateId !== null && isItemSelected(selection, templateId, id),
    isOwnSelected: ({ templateId }) =>
      templateId === null ? selection.menu : isTemplateSelected(selection, templateId),
    countOf: ({ templateId, counts, rows, total }) => {
      if (templateId === null) return 0;
      return loadAll
        ? selectedAmong(selection, templateId, rows, total)
        : selectedItems(selection, { template_id: templateId, counts: { conflicts: 0, ...counts } });
    },
    select: useStableCallback(pick),
    selectTemplate: ({ templateId }, isOn) => {
      if (templateId !== null) setSelection(selectTemplate(selection, templateId, isOn));
    },
    selectSection: ({ templateId, change }, isOn) => {
      if (templateId === null) return setSelection({ ...selection, menu: isOn });
      const withItems = (choose: (before: Selection) => Selection) =>
        setSelection((before) => {
          const next = choose(before);
          return change === null ? next : selectTemplate(next, templateId, isOn);
        });
      if (!loadAll) return withItems((before) => selectAllItems(before, templateId, isOn));
      loadAll(templateId).then(
        (items) => withItems((before) => selectItems(before, templateId, items, isOn)),
        // The call itself shows its failure.
        () => undefined,
      );
    },
  };
  return { selection, setSelection, forList };
}

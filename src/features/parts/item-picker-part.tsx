import { readReference, referenceText } from '@quartermaster/contract/field-types/mixed-item-link.ts';
import type { ItemAddress, ItemPickerValues, PartItem } from '@quartermaster/contract/parts/part-api.ts';
import { useSetAtom } from 'jotai';
import { useMemo } from 'react';
import { MixedLinkPicker } from '../../shared/field-types/link/mixed-link-picker.tsx';
import { ItemPicker } from '../../shared/links/item-picker.tsx';
import { LinkLabels } from '../../shared/links/link-labels.tsx';
import { partAtom } from '../../shared/services/part.ts';
import { useServices } from '../../shared/services/services.ts';

/** Selects an item for the host; of several templates, the user chooses one first. */
export function ItemPickerPart({ templateId, value = null, label = 'Item' }: ItemPickerValues) {
  const { part } = useServices();
  const setPart = useSetAtom(partAtom);
  const select = (selected: ItemAddress | null, itsLabel = '') => {
    const item: PartItem | null = selected && { ...selected, label: itsLabel };
    setPart({ name: 'item-picker', values: { templateId, label, value: selected } });
    part?.emit({ type: 'picked', item });
  };
  const ids = useMemo(() => new Map(value ? [[value.templateId, [value.id]]] : []), [value]);
  return (
    <LinkLabels ids={ids}>
      {typeof templateId === 'string' ? (
        <ItemPicker
          templateId={templateId}
          // An item of another template has no label here.
          value={value?.templateId === templateId ? value.id : null}
          label={label}
          onPick={(item) => select({ templateId, id: item.id }, item.internal_label)}
          onClear={() => select(null)}
        />
      ) : (
        <MixedLinkPicker
          templateIds={templateId}
          value={value ? referenceText(value) : ''}
          label={label}
          onChange={(text, item) => select(readReference(text) ?? null, item?.internal_label)}
        />
      )}
    </LinkLabels>
  );
}

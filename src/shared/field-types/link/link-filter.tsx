import type { LinkSettings } from '@quartermaster/contract/field-types/item-link.ts';
import { useLinkLabel } from '../../links/link-labels.tsx';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { FilterInputProps } from '../field-type-view.ts';

const ItemPicker = lazyPart(() => import('../../links/item-picker.tsx').then((m) => m.ItemPicker));

/** Selects the item that rows must link to. */
export function LinkFilterInput({ settings, value, onChange, label, error }: FilterInputProps<LinkSettings>) {
  return (
    <ItemPicker
      templateId={settings.templateId}
      value={value === '' ? null : Number(value)}
      onPick={(item) => onChange(String(item.id))}
      onClear={() => onChange('')}
      aria-label={label}
      error={error}
    />
  );
}

/** The label of the linked item, if it is known, and its id. */
export function LinkFilterText({ value, settings }: { value: string; settings: LinkSettings }) {
  const label = useLinkLabel(settings.templateId, Number(value));
  return label === undefined ? `#${value}` : `${label} #${value}`;
}

import { TextInput } from '@mantine/core';
import type { LinkSettings } from '@quartermaster/contract/field-types/item-link.ts';
import { lazy, Suspense } from 'react';
import type { FilterInputProps } from './field-type-view.ts';
import { useLinkLabel } from './link-labels.tsx';

// The picker is large beside the list that it is rarely used on.
const ItemPicker = lazy(async () => ({ default: (await import('./item-picker.tsx')).ItemPicker }));

/** Picks the item that rows shall link to. */
export function LinkFilterInput({ settings, value, onChange, label, error }: FilterInputProps<LinkSettings>) {
  return (
    <Suspense fallback={<TextInput aria-label={label} disabled />}>
      <ItemPicker
        templateId={settings.templateId}
        value={value === '' ? null : Number(value)}
        onPick={(item) => onChange(String(item.id))}
        onClear={() => onChange('')}
        aria-label={label}
        error={error}
      />
    </Suspense>
  );
}

/** The linked item by its label, as far as it is known, and its id. */
export function LinkFilterText({ value, settings }: { value: string; settings: LinkSettings }) {
  const label = useLinkLabel(settings.templateId, Number(value));
  return label === undefined ? `#${value}` : `${label} #${value}`;
}

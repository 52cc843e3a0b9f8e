import { type MixedLinkSettings, readReference } from '@quartermaster/contract/field-types/mixed-item-link.ts';
import { LinkChip, nameOf } from '../../links/link-chip.tsx';
import { useLinkLabel } from '../../links/link-labels.tsx';
import { useTemplateOptions } from '../../links/template-labels.ts';
import { IconArrowsSplit } from '../../ui/icons/arrows-split.ts';
import { lazyPart } from '../../ui/lazy/lazy-part.tsx';
import type { FieldTypeView, FilterInputProps } from '../field-type-view.ts';
import classes from './link.module.css';

const MixedLinkPicker = lazyPart(() => import('./mixed-link-picker.tsx').then((m) => m.MixedLinkPicker));

/** Selects the item that rows must link to. */
function MixedLinkFilterInput({ settings, value, onChange, label, error }: FilterInputProps<MixedLinkSettings>) {
  return (
    <MixedLinkPicker
      templateIds={settings.templateIds}
      value={value}
      onChange={(link) => onChange(link ?? '')}
      aria-label={label}
      error={error}
    />
  );
}

/** The label of the linked item, if it is known, its id, and its template. */
function MixedLinkFilterText({ value }: { value: string }) {
  const { templateId = '', id = 0 } = readReference(value) ?? {};
  const label = useLinkLabel(templateId, id);
  const template = useTemplateOptions([templateId])[0]?.label;
  return `${label === undefined ? '' : `${label} `}#${id} of ${template}`;
}

function MixedLinkCell({ templateId, id }: { templateId: string; id: number }) {
  const [template] = useTemplateOptions([templateId]);
  return (
    <span className={classes.chips}>
      <LinkChip templateId={templateId} id={id} />
      <span className={classes.more}>{template?.label}</span>
    </span>
  );
}

/** The label of the linked item, as a link to it, and its template. */
export const mixedItemLink: FieldTypeView<'mixed-item-link'> = {
  icon: IconArrowsSplit,
  color: 'orange',
  width: 260,
  isWide: true,
  cell: (value) => {
    const reference = readReference(value);
    // An item without an id is named, as in a proposal of several new items.
    return reference ? <MixedLinkCell {...reference} /> : nameOf(value);
  },
  FilterInput: MixedLinkFilterInput,
  FilterText: MixedLinkFilterText,
};

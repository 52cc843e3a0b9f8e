import { Combobox, InputBase, type InputBaseProps, useCombobox } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { itemQueries } from '../data/items.ts';
import { useRequest } from '../services/request.ts';
import { useSettled } from '../ui/hooks/use-settled.ts';
import { useNearList } from '../ui/lazy/use-near-list.ts';
import { useLinkImage, useLinkLabel, useRememberLabel } from './link-labels.tsx';
import { LinkThumbnail } from './link-thumbnail.tsx';
import classes from './links.module.css';
import { useOpenInPanel } from './open-in-panel.ts';
import { PickerEnd } from './picker-end.tsx';
import { PickerResults } from './picker-results.tsx';
import { useFirstResult } from './use-first-result.ts';
import type { PickerUpload } from './use-picker-upload.tsx';

export interface ItemPickerProps
  extends Pick<InputBaseProps, 'label' | 'withAsterisk' | 'error' | 'description' | 'inputWrapperOrder'> {
  /** The template whose items are listed. */
  templateId: string;
  /** The name of the input in a list of entries. */
  'data-control'?: string;
  /** The id of the selected item. */
  value: number | null;
  onPick: (item: LinkedItem) => void;
  /** Omitted if the selection cannot be cleared. */
  onClear?: () => void;
  onBlur?: (() => void) | undefined;
  /** Keeps the list open after a selection, to select several. */
  staysOpen?: boolean;
  /** An upload from the list, for users who can create items. */
  upload?: PickerUpload | null;
  placeholder?: string;
  'aria-label'?: string;
}

/** Searches items of a template by label or id as the user types, and selects one. */
export function ItemPicker({ upload = null, ...props }: ItemPickerProps) {
  const { templateId, value, onPick, onClear, onBlur, staysOpen = false, ...input } = props;
  const instanceId = useInstanceId();
  const request = useRequest();
  const remember = useRememberLabel();
  const [typed, setTyped] = useState('');
  const text = useSettled(typed.trim());
  const labelId = useId();
  const { isNear, near } = useNearList();
  const canOpen = useOpenInPanel() !== null && value !== null;
  const combobox = useCombobox({ onDropdownOpen: near.onDropdownOpen, onDropdownClose: () => setTyped('') });
  const isOpen = combobox.dropdownOpened;
  const search = itemQueries.search(request, instanceId, templateId, text);
  const { data, error, isFetching, isPlaceholderData } = useQuery(isOpen ? search : { ...search, enabled: false });
  const label = useLinkLabel(templateId, value ?? 0);
  const image = useLinkImage(templateId, value ?? 0);
  const hasThumbnail = image !== undefined || (value !== null && templateId === imageTemplate.id);
  const displayed = pickedText(value, label);

  const pick = (id: string) => {
    const item = data?.find((one) => String(one.id) === id);
    if (!item) return;
    remember(templateId, item);
    onPick(item);
    if (!staysOpen) combobox.closeDropdown();
  };

  const isLate = typed.trim() !== text || isPlaceholderData || (data === undefined && isFetching);
  const first = useFirstResult({
    isOpen,
    typed,
    text,
    data,
    isLate,
    onFound: () => combobox.selectFirstOption(),
    onPick: pick,
  });

  return (
    <Combobox store={combobox} onOptionSubmit={pick} shadow="md" keepMounted={isNear}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...input}
          error={upload?.refusal ?? input.error}
          role="combobox"
          labelProps={{ id: labelId }}
          {...(hasThumbnail && !isOpen && { leftSection: <LinkThumbnail templateId={templateId} image={image} /> })}
          value={isOpen ? typed : displayed}
          placeholder={isOpen && displayed ? displayed : (input.placeholder ?? 'Search by label or id')}
          onChange={(event) => {
            // Text typed right after a selection starts a new search instead of extending the selected label.
            const text = event.currentTarget.value;
            first.cancel();
            setTyped(isOpen || !text.startsWith(displayed) ? text : text.slice(displayed.length));
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDownCapture={first.onKey}
          onPointerEnter={near.onPointerEnter}
          onFocus={(event) => {
            near.onFocus();
            event.currentTarget.select();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            first.cancel();
            combobox.closeDropdown();
            onBlur?.();
          }}
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
          {...(canOpen && { rightSectionWidth: 58 })}
          rightSection={
            <PickerEnd
              isUploading={upload?.isPending === true}
              templateId={templateId}
              value={value}
              label={label}
              canOpen={canOpen}
              onClear={onClear}
            />
          }
        />
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Options
          mah={280}
          className={classes.options}
          aria-busy={isFetching}
          {...(input['aria-label'] ? { 'aria-label': input['aria-label'] } : { labelledBy: labelId })}
        >
          <PickerResults templateId={templateId} value={value} data={data} error={error} />
        </Combobox.Options>
        {upload && <div className={classes.upload}>{upload.button(() => combobox.closeDropdown())}</div>}
      </Combobox.Dropdown>
      {upload?.input}
    </Combobox>
  );
}

const pickedText = (value: number | null, label: string | undefined): string =>
  value === null ? '' : label === undefined ? `#${value}` : `${label} #${value}`;

import { CloseButton, Combobox, InputBase, type InputBaseProps, Loader, useCombobox } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { LinkedItem } from '@quartermaster/contract/endpoints/items.ts';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { itemQueries } from '../data/items.ts';
import { errorText } from '../http/error-text.ts';
import { useRequest } from '../services/request.ts';
import { useSettled } from '../ui/hooks/use-settled.ts';
import { IconLayoutSidebarRight } from '../ui/icons/layout-sidebar-right.ts';
import { useNearList } from '../ui/lazy/use-near-list.ts';
import { texts } from '../ui/texts.ts';
import { ItemLink } from './item-link.tsx';
import { useLinkImage, useLinkLabel, useRememberLabel } from './link-labels.tsx';
import { LinkThumbnail } from './link-thumbnail.tsx';
import classes from './links.module.css';
import { useOpenInPanel } from './open-in-panel.ts';
import { type PickerUpload, usePickerUpload } from './use-picker-upload.tsx';

interface ItemPickerProps
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
  /** True if images can be uploaded from the list, by users who can create items. */
  canUpload?: boolean;
  placeholder?: string;
  'aria-label'?: string;
}

/** Searches items of a template by label or id as the user types, and selects one. */
export const ItemPicker = ({ canUpload = false, ...picker }: ItemPickerProps) =>
  canUpload && picker.templateId === imageTemplate.id ? (
    <ImagePicker {...picker} />
  ) : (
    <Picker {...picker} upload={null} />
  );

type PickerProps = Omit<ItemPickerProps, 'canUpload'>;

function ImagePicker(picker: PickerProps) {
  const { templateId, onPick } = picker;
  const remember = useRememberLabel();
  const upload = usePickerUpload(useInstanceId(), (image) => {
    remember(templateId, image);
    onPick(image);
  });
  return <Picker {...picker} upload={upload} />;
}

function Picker({ upload, ...props }: PickerProps & { upload: PickerUpload | null }) {
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
  const isImage = value !== null && templateId === imageTemplate.id;
  const shown = value === null ? '' : label === undefined ? `#${value}` : `${label} #${value}`;

  const pick = (id: string) => {
    const item = data?.find((found) => String(found.id) === id);
    if (!item) return;
    remember(templateId, item);
    onPick(item);
    if (!staysOpen) combobox.closeDropdown();
  };

  // Pressing Enter before the search has finished selects its first result.
  const isLate = typed.trim() !== text || isPlaceholderData || (data === undefined && isFetching);
  const isAwaited = useRef(false);
  const awaitFirst = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isOpen || typed.trim() === '' || !isLate) return;
    event.preventDefault();
    event.stopPropagation();
    isAwaited.current = true;
  };
  const takeFound = useEffectEvent((found: LinkedItem[]) => {
    if (!isOpen || text === '') return;
    combobox.selectFirstOption();
    if (isAwaited.current && found[0]) pick(String(found[0].id));
    isAwaited.current = false;
  });
  useEffect(() => {
    if (data && !isLate) takeFound(data);
  }, [data, isLate]);

  return (
    <Combobox store={combobox} onOptionSubmit={pick} shadow="md" keepMounted={isNear}>
      <Combobox.Target withExpandedAttribute>
        <InputBase
          {...input}
          error={upload?.refusal ?? input.error}
          role="combobox"
          labelProps={{ id: labelId }}
          {...(isImage && !isOpen && { leftSection: <LinkThumbnail templateId={templateId} image={image} /> })}
          value={isOpen ? typed : shown}
          placeholder={isOpen && shown ? shown : (input.placeholder ?? 'Search by label or id')}
          onChange={(event) => {
            // Text typed right after a selection starts a new search instead of extending the selected label.
            const text = event.currentTarget.value;
            isAwaited.current = false;
            setTyped(isOpen || !text.startsWith(shown) ? text : text.slice(shown.length));
            combobox.openDropdown();
            combobox.updateSelectedOptionIndex();
          }}
          onKeyDownCapture={awaitFirst}
          onPointerEnter={near.onPointerEnter}
          onFocus={(event) => {
            near.onFocus();
            event.currentTarget.select();
          }}
          onClick={() => combobox.openDropdown()}
          onBlur={() => {
            isAwaited.current = false;
            combobox.closeDropdown();
            onBlur?.();
          }}
          rightSectionPointerEvents={value === null ? 'none' : 'all'}
          {...(canOpen && { rightSectionWidth: 58 })}
          rightSection={
            upload?.isPending ? (
              <Loader size={16} />
            ) : value !== null && onClear ? (
              <>
                {canOpen && (
                  <ItemLink
                    templateId={templateId}
                    id={value}
                    className={classes.open}
                    aria-label={`Open ${label ?? `#${value}`}`}
                    title="Open next to the form"
                  >
                    <IconLayoutSidebarRight size={16} aria-hidden />
                  </ItemLink>
                )}
                <CloseButton
                  size="sm"
                  aria-label="Clear"
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={onClear}
                />
              </>
            ) : (
              <Combobox.Chevron />
            )
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
          {data?.map((item) => (
            <Combobox.Option
              key={item.id}
              value={String(item.id)}
              active={item.id === value}
              className={classes.option}
            >
              <LinkThumbnail image={item.image} />
              <span className={classes.optionLabel}>{item.internal_label}</span>{' '}
              <span className={classes.optionId}>#{item.id}</span>
            </Combobox.Option>
          ))}
          {error && <Combobox.Empty>{errorText(error)}</Combobox.Empty>}
          {!error && data?.length === 0 && <Combobox.Empty>{texts.noResults}</Combobox.Empty>}
          {!error && !data && (
            <Combobox.Empty>{templateId === '' ? 'No template to link to' : texts.searching}</Combobox.Empty>
          )}
        </Combobox.Options>
        {upload && <div className={classes.upload}>{upload.button(() => combobox.closeDropdown())}</div>}
      </Combobox.Dropdown>
      {upload?.input}
    </Combobox>
  );
}

import { UnstyledButton } from '@mantine/core';
import { createSpotlight, Spotlight, type SpotlightStore, useSpotlight } from '@mantine/spotlight';
import styles from '@mantine/spotlight/styles.css?inline';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { useServices } from '../../../shared/services/services.ts';
import { isPressed } from '../../../shared/ui/actions/keys.ts';
import { IconSearch } from '../../../shared/ui/icons/search.ts';
import type { Bootstrap } from '../bootstrap.ts';
import type { EntryGroup } from './entries.ts';
import { KeyCaps } from './key-caps.tsx';
import classes from './palette.module.css';
import { paletteKeys } from './palette-state.ts';
import { usePaletteEntries } from './use-palette-entries.tsx';

interface PaletteProps {
  opened: boolean;
  bootstrap: Bootstrap;
  /** Returns what was typed before the input had the focus, which then gets it. */
  takeTyped: () => string;
  onClose: () => void;
}

/** Finds templates, pages, projects, environments, actions of the page and items as the user types, and opens one. */
export function Palette({ opened, bootstrap, takeTyped, onClose }: PaletteProps) {
  const { nonce } = useServices();
  // Its default store is shared by all consoles on the page.
  const [[store, { open, close }]] = useState(createSpotlight);
  const chosen = useRef<() => void>(undefined);
  useEffect(() => {
    if (opened) open();
    else close();
  }, [opened, open, close]);
  return (
    <>
      <style nonce={nonce}>{styles}</style>
      <Spotlight.Root
        store={store}
        shortcut={null}
        lockScroll={false}
        maxHeight={460}
        scrollable
        overlayProps={{ backgroundOpacity: 0.35, blur: 0 }}
        transitionProps={{
          duration: 120,
          transition: 'pop',
          // The chosen entry may move the focus, or act on the element that had it.
          onExited: () => {
            chosen.current?.();
            chosen.current = undefined;
          },
        }}
        attributes={{ content: { 'aria-label': 'Search everything' } }}
        onSpotlightClose={onClose}
      >
        <Content
          store={store}
          bootstrap={bootstrap}
          takeTyped={takeTyped}
          onClose={onClose}
          onChoose={(run) => {
            chosen.current = run;
            onClose();
          }}
        />
      </Spotlight.Root>
    </>
  );
}

interface ContentProps extends Omit<PaletteProps, 'opened'> {
  store: SpotlightStore;
  onChoose: (run: () => void) => void;
}

function Content({ store, bootstrap, takeTyped, onClose, onChoose }: ContentProps) {
  const { query, selected } = useSpotlight(store);
  const { groups, note, isError } = usePaletteEntries(query.trim(), bootstrap);
  const listId = useId();
  const count = groups.reduce((sum, { entries }) => sum + entries.length, 0);
  // Results that arrive later are below the others, or the first ones.
  useEffect(() => {
    if (count > 0 && (selected < 0 || selected >= count)) store.setState({ ...store.getState(), selected: 0 });
  }, [count, selected, store]);
  const optionId = (index: number) => `${listId}-${index}`;
  return (
    <>
      <Spotlight.Search
        placeholder="Search templates, items, pages and actions"
        aria-label="Search everything"
        leftSection={<IconSearch size={18} aria-hidden />}
        maxLength={256}
        autoComplete="off"
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-autocomplete="list"
        onFocus={() => {
          const early = takeTyped();
          const state = store.getState();
          if (early !== '') store.setState({ ...state, query: early + state.query });
        }}
        {...(selected >= 0 && selected < count && { 'aria-activedescendant': optionId(selected) })}
        onKeyDown={(event: KeyboardEvent) => {
          // Spotlight selects another action after this, without telling those who read its store.
          queueMicrotask(() => store.setState({ ...store.getState() }));
          if (!isPressed(paletteKeys, event.nativeEvent)) return;
          event.preventDefault();
          onClose();
        }}
      />
      <Spotlight.ActionsList id={listId} role="listbox" aria-label="Results">
        <div className={classes.results}>
          <Groups groups={groups} selected={selected} optionId={optionId} onChoose={onChoose} />
        </div>
      </Spotlight.ActionsList>
      <p className={classes.note} role={isError ? 'alert' : 'status'} hidden={note === undefined}>
        {note}
      </p>
    </>
  );
}

interface GroupsProps {
  groups: readonly EntryGroup[];
  selected: number;
  optionId: (index: number) => string;
  onChoose: (run: () => void) => void;
}

function Groups({ groups, selected, optionId, onChoose }: GroupsProps) {
  let index = -1;
  return groups.map(({ label, entries }) => (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be in a listbox
    <div key={label} role="group" aria-label={label}>
      <div className={classes.heading} aria-hidden>
        {label}
      </div>
      {entries.map(({ key, label: name, about, keys, Icon, image, run }) => {
        index += 1;
        const isSelected = index === selected;
        return (
          <UnstyledButton
            key={key}
            id={optionId(index)}
            role="option"
            tabIndex={-1}
            // Spotlight selects among elements with this attribute.
            data-action
            aria-selected={isSelected}
            {...(isSelected && { 'data-selected': true })}
            className={classes.action ?? ''}
            // The focus stays in the input.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(run)}
          >
            {image === undefined ? (
              <Icon size={16} className={classes.icon} aria-hidden />
            ) : (
              <ItemImage value={image} alt="" className={classes.picture} />
            )}
            <span className={`${classes.body} ${classes.label}`} title={name}>
              {name}
            </span>
            {about && (
              <span className={classes.about} title={about}>
                {about}
              </span>
            )}
            {keys && <KeyCaps keys={keys} />}
          </UnstyledButton>
        );
      })}
    </div>
  ));
}

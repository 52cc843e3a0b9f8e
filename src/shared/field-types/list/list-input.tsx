import { Button, Input, TextInput } from '@mantine/core';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import type { SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { EntryButtons } from '../../ui/entries/entry-buttons.tsx';
import { NewEntry } from '../../ui/entries/new-entry.tsx';
import { useEntries } from '../../ui/entries/use-entries.ts';
import type { FieldInputProps } from '../field-type-view.ts';
import { NumberText } from '../number/number-text.tsx';
import classes from './list.module.css';
import { type Entry, type ListTypeName, useAddedEntries } from './use-added-entries.ts';

type ListInputProps = FieldInputProps<SettingsOf<ListTypeName>> & { type: ListTypeName };

/** How many entries are shown at first, and further ones with each press of the button below them. */
const step = 100;

// A list of numbers also holds the texts that are not numbers yet, which its validation names.
const asValue = (entries: readonly Entry[]) => entries as FieldValue;

/**
 * The entries of a list, each with an input. Enter adds an entry, a text of several lines adds one for each, and
 * Alt with an arrow key moves one.
 */
function ListInput({ type, settings, label, help, value, onChange, onBlur, error }: ListInputProps) {
  const entries: readonly Entry[] = Array.isArray(value) ? value : [];
  const [limit, setLimit] = useState(step);
  const id = useId();
  const labelId = `${id}-label`;
  const list = useEntries<Entry>(entries, (next) => onChange(asValue(next)));

  const added = useAddedEntries({
    type,
    settings,
    onAdd: (read) => {
      onChange(asValue([...entries, ...read]));
      setLimit(Math.max(limit, entries.length + Math.min(read.length, step)));
    },
  });
  const reason = added.refusal ?? error;
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key];
    if (!event.altKey || by === undefined) return;
    event.preventDefault();
    // The arrow keys also change a number.
    event.stopPropagation();
    list.move(index, by, 'entry');
  };

  return (
    <Input.Wrapper
      id={id}
      label={label}
      {...help}
      labelElement="div"
      labelProps={{ id: labelId }}
      withAsterisk={settings.required}
      error={reason}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is laid out in its own way */}
      <div
        ref={list.box}
        role="group"
        aria-labelledby={labelId}
        aria-describedby={
          `${help.description ? `${id}-description ` : ''}${reason ? `${id}-error` : ''}`.trim() || undefined
        }
      >
        <ol className={classes.entries}>
          {entries.slice(0, limit).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: entries can be equal, and their order is part of the value
            <li key={index} className={classes.entry}>
              <div className={classes.input} onKeyDownCapture={(event) => moveByKey(event, index)}>
                <EntryInput
                  type={type}
                  index={index}
                  entry={entry}
                  onChange={(next) => onChange(asValue(entries.with(index, next)))}
                  onBlur={onBlur}
                />
              </div>
              <EntryButtons name={`entry ${index + 1}`} index={index} count={entries.length} entries={list} />
            </li>
          ))}
        </ol>
        {entries.length > limit && (
          <Button size="compact-xs" variant="subtle" onClick={() => setLimit(limit + step)}>
            Show more of {entries.length} entries
          </Button>
        )}
        <NewEntry
          className={classes.input ?? ''}
          aria-label="New entry"
          placeholder="Add an entry, or paste one a line"
          value={added.text}
          onChange={added.change}
          onAdd={() => added.add(added.text)}
          onLeave={() => {
            added.add(added.text, true);
            onBlur();
          }}
          onPaste={added.paste}
        />
      </div>
    </Input.Wrapper>
  );
}

interface EntryInputProps {
  type: ListTypeName;
  index: number;
  entry: Entry;
  onChange: (entry: Entry) => void;
  onBlur: () => void;
}

function EntryInput({ type, index, entry, onChange, onBlur }: EntryInputProps) {
  const common = { size: 'xs', 'data-control': `entry ${index}`, 'aria-label': `Entry ${index + 1}`, onBlur } as const;
  if (type === 'text-list')
    return (
      <TextInput
        {...common}
        autoComplete="off"
        value={String(entry)}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    );
  return (
    <NumberText
      {...common}
      inputMode="decimal"
      value={entry}
      onChange={(next) => onChange(typeof next === 'number' ? next : String(next ?? ''))}
    />
  );
}

/** Texts of one line each. */
export const TextListInput = (props: FieldInputProps<SettingsOf<'text-list'>>) => (
  <ListInput {...props} type="text-list" />
);

/** Numbers. */
export const NumberListInput = (props: FieldInputProps<SettingsOf<'number-list'>>) => (
  <ListInput {...props} type="number-list" />
);

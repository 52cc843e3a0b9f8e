import { Button, Group, TextInput, type TextInputProps } from '@mantine/core';
import type { KeyboardEvent } from 'react';
import { flushSync } from 'react-dom';

interface NewEntryProps extends Omit<TextInputProps, 'value' | 'onChange' | 'onBlur'> {
  value: string;
  onChange: (text: string) => void;
  /** Adds what is typed, if it can be added. */
  onAdd: () => void;
  /** Adds what is typed, in any case: the person leaves the input or saves. */
  onLeave: () => void;
}

/** The keys that save a page. */
const isSaveKey = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  (ctrlKey || metaKey) && (key === 'Enter' || key.toLowerCase() === 's');

/** An input for a new entry of a list; a save, by button or by key, includes what is typed in it. */
export function NewEntry({ value, onChange, onAdd, onLeave, className, ...input }: NewEntryProps) {
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        {...input}
        className={className ?? ''}
        data-control="new"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          // The page's handler of the key, which runs after this one, reads the added entry.
          if (isSaveKey(event)) return flushSync(onLeave);
          if (event.key !== 'Enter') return;
          event.preventDefault();
          onAdd();
        }}
        onBlur={onLeave}
      />
      <Button
        variant="default"
        // The focus stays in the input: leaving it would already add what is typed.
        onMouseDown={(event) => event.preventDefault()}
        onClick={onAdd}
      >
        Add
      </Button>
    </Group>
  );
}

import { fieldTypeOf, type SettingsOf } from '@quartermaster/contract/field-types/registry.ts';
import { type ClipboardEvent, useState } from 'react';

export type ListTypeName = 'text-list' | 'number-list';
/** An entry; a text that is not a number yet stays in a list of numbers as it was typed. */
export type Entry = string | number;

interface Options {
  type: ListTypeName;
  settings: SettingsOf<ListTypeName>;
  onAdd: (added: readonly Entry[]) => void;
}

/** The text from which entries are added to a list, and why the last one was not added. */
export function useAddedEntries({ type, settings, onAdd }: Options) {
  const [text, setText] = useState('');
  const [refusal, setRefusal] = useState<string>();
  const change = (next: string) => {
    setText(next);
    setRefusal(undefined);
  };
  const append = (read: readonly Entry[]) => {
    change('');
    if (read.length > 0) onAdd(read);
  };
  /** Adds the entries of a text; one that is none is explained, or added nevertheless for the validation to name. */
  const add = (added: string, isInAnyCase = false) => {
    const parsed = fieldTypeOf(type).parse(added, settings as never);
    if (!('reason' in parsed)) return append(Array.isArray(parsed.value) ? parsed.value : []);
    if (isInAnyCase) return append([added]);
    setRefusal(parsed.reason);
    setText(added);
  };
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\r\n]./.test(pasted)) return;
    event.preventDefault();
    add(pasted);
  };
  return { text, refusal, change, add, paste };
}

import { Select, TextInput } from '@mantine/core';
import type { FieldMark } from '@quartermaster/contract/rules/marked-fields.ts';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { nameOf } from '../../../shared/template-changes/template-state.ts';
import { ancestorsOf } from '../../../shared/tree/tree-shape.ts';
import { errorsOf } from '../model/check-draft.ts';
import type { Draft } from '../model/draft.ts';
import { useEditor } from '../model/editor-context.ts';
import { fieldsToMark, markedIn, markField } from '../model/edits/marks.ts';
import { pathOf } from '../model/problems.ts';
import { useEdit } from '../model/use-edit.ts';

const texts: Record<FieldMark, { label: string; description: string; step: string; none: string }> = {
  title: {
    label: 'Title field',
    description: 'The label of a new item is made from it, until one is typed',
    step: 'Change title field',
    none: 'No text field outside of rows',
  },
  picture: {
    label: 'Picture field',
    description: 'Its first image stands before the label of an item',
    step: 'Change picture field',
    none: 'No link to images outside of rows',
  },
};

/** Selects the title field or the picture field of the template. */
export function MarkedField({ mark }: { mark: FieldMark }) {
  const editor = useEditor();
  const edit = useEdit();
  const draft = useAtomValue(editor.draft);
  const serverErrors = useAtomValue(editor.serverErrors);
  // Looked up only while they can be seen: a template has up to thousands of fields.
  const [isOpen, setOpen] = useState(false);
  const marked = markedIn(draft, mark);
  const [id] = marked;
  const { label, description, step, none } = texts[mark];
  if (editor.mode === 'view') {
    const value = id === undefined ? 'None' : titleOf(draft, id);
    return <TextInput label={label} description={description} value={value} readOnly />;
  }
  const errors = marked.map((one) => errorsOf(draft, one)[mark] ?? serverErrors[pathOf(one, mark)]);
  const options = isOpen ? fieldsToMark(draft, mark) : [];
  const all = id === undefined || options.includes(id) ? options : [id, ...options];
  return (
    <Select
      label={label}
      description={description}
      placeholder="None"
      data={all.map((one) => ({ value: one, label: titleOf(draft, one) }))}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      value={id ?? null}
      onChange={(chosen) => edit(step, (before) => markField(before, mark, chosen))}
      error={errors.find((error) => error !== undefined)}
      searchable
      clearable
      limit={200}
      nothingFoundMessage={none}
    />
  );
}

/** The name of a field, after those of the groups around it. */
const titleOf = (draft: Draft, id: string): string =>
  [...ancestorsOf(draft.shape, id).reverse(), id].map((one) => nameOf(draft, one)).join(' › ');

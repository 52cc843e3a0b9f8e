import type { EditedField, LivePresence } from '@quartermaster/contract/endpoints/live.ts';
import { type ComponentProps, type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ItemAddress } from '../../../shared/data/history.ts';
import type { FieldEditors, FieldNote } from '../../../shared/item-form/field-editors.tsx';
import { createFieldTexts } from '../../../shared/item-form/field-texts.ts';
import { EditorsNote } from '../../../shared/presence/editors-note.tsx';
import { notesOf } from '../../../shared/presence/field-notes.ts';
import type { EditedFields } from '../../../shared/presence/follow-fields.ts';
import { People } from '../../../shared/presence/people.tsx';
import { usePresence } from '../../../shared/presence/use-presence.ts';
import { useServices } from '../../../shared/services/services.ts';
import { useAnnouncer } from '../../../shared/ui/hooks/use-announcer.tsx';
import { savedPathOf } from './saved-path-of.ts';

/** What the fields of a form need to say who else edits them. */
export type Editors = ComponentProps<typeof FieldEditors>['value'];

export interface ItemPresenceProps {
  item: ItemAddress;
  form: RefObject<HTMLFormElement | null>;
  /** Called once somebody else edits a field. */
  onEditors: (editors: Editors) => void;
}

/** Who else has an item open, next to its title, and at its fields who edits them. */
export function ItemPresence({ item, form, onEditors }: ItemPresenceProps) {
  const { instanceId, templateId, id } = item;
  const fields = useMemo((): EditedFields => ({ current: () => editedIn(form.current, id) }), [form, id]);
  const at = { kind: 'item', template_id: templateId, item_id: id } as const;
  const presence = usePresence({ instanceId, at, fields });
  const announcer = useFieldNotes(presence, { item: id, fields, onEditors });
  return (
    <>
      <People presence={presence} />
      {announcer}
    </>
  );
}

/** The field of a form that has the focus; none in a row that is not saved yet. */
function editedIn(form: HTMLFormElement | null, id: number): EditedField | undefined {
  const focused = form?.ownerDocument.activeElement;
  if (!focused || !form.contains(focused)) return undefined;
  const path = savedPathOf(focused);
  return path === undefined ? undefined : { item_id: id, path };
}

interface NotesOptions extends Pick<ItemPresenceProps, 'onEditors'> {
  item: number;
  fields: EditedFields;
}

/** Says at the fields who edits them, and announces it of the one that has the focus; returns the region for that. */
function useFieldNotes(presence: LivePresence | null, { item, fields, onEditors }: NotesOptions) {
  const { root } = useServices();
  const [say, announcer] = useAnnouncer();
  const [view] = useState(() => ({ editors: createFieldTexts<FieldNote>(), EditorsNote }));
  const { editors } = view;
  const said = useRef('');
  const announce = useEffectEvent(() => {
    const path = fields.current()?.path ?? '';
    const text = editors.get(path)?.text ?? '';
    const next = text && `${path} ${text}`;
    if (next !== said.current) say(text);
    said.current = next;
  });
  const show = useEffectEvent(() => {
    const notes = notesOf(presence, ({ item_id, path }) => (item_id === item ? path : undefined));
    editors.set(notes);
    if (notes.size > 0) onEditors(view);
    announce();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it shows what it has
  useEffect(() => show(), [presence]);
  useEffect(() => {
    const listener = () => announce();
    root.addEventListener('focusin', listener);
    return () => root.removeEventListener('focusin', listener);
  }, [root]);
  return announcer;
}

import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { atom, useAtomValue } from 'jotai';
import { useMemo } from 'react';
import { ToolButton } from '../../../shared/tree/edit/tool-button.tsx';
import { MoveButtons } from '../../../shared/tree/edit/tree-toolbar.tsx';
import type { TreeRow } from '../../../shared/tree/tree-rows.ts';
import { IconFolder } from '../../../shared/ui/icons/folder.ts';
import { IconPencil } from '../../../shared/ui/icons/pencil.ts';
import { IconPhoto } from '../../../shared/ui/icons/photo.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import { useMenu } from '../menu-context.ts';
import { entryNouns } from '../model/menu-actions.ts';
import type { MenuEntry } from '../model/menu-draft.ts';
import classes from '../navigation.module.css';

/** The icon of a group or link, as in the sidebar. */
export function EntryIcon({ templateId }: Pick<MenuEntry, 'templateId'>) {
  const Icon = templateId === '' ? IconFolder : templateId === imageTemplate.id ? IconPhoto : IconTemplate;
  return <Icon size={16} role="img" aria-label={templateId === '' ? 'Group' : 'Link'} className={classes.icon} />;
}

/** A group or link in the tree: its name, and the template of a link. */
export function EntryRow({ id }: { id: string }) {
  const { editor } = useMenu();
  const entry = useAtomValue(useMemo(() => atom((get) => get(editor.draft).entries.get(id)), [editor, id]));
  if (!entry) return null;
  const { label, templateId } = entry;
  return (
    <>
      <EntryIcon templateId={templateId} />{' '}
      <span className={classes.label} title={label}>
        {label}
      </span>{' '}
      {templateId !== '' && (
        <span className={classes.template} title={templateId}>
          {templateId}
        </span>
      )}
    </>
  );
}

/** The buttons of a row in the tree. */
export function EntryActions({ id, row }: { id: string; row: TreeRow }) {
  const { actions, askToRename } = useMenu();
  return (
    <>
      <MoveButtons row={row} actions={actions} nouns={entryNouns} />
      <ToolButton size={26} label="Rename" icon={IconPencil} onClick={() => askToRename(id)} />
      <ToolButton size={26} label="Remove" icon={IconTrash} color="red" onClick={() => actions.remove([id])} />
    </>
  );
}

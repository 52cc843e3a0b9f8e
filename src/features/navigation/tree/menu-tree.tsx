import { useAtomValue } from 'jotai';
import type { RefObject } from 'react';
import type { TreeCommand } from '../../../shared/tree/tree-keys.ts';
import { TreeView } from '../../../shared/tree/tree-view.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { useMenu } from '../menu-context.ts';
import { nameOf } from '../model/menu-draft.ts';
import { EntryActions, EntryRow } from './entry-row.tsx';

interface MenuTreeProps {
  tree: RefObject<HTMLDivElement | null>;
  isReadOnly: boolean;
}

/** The groups and links of the menu as a tree. */
export function MenuTree({ tree, isReadOnly }: MenuTreeProps) {
  const { editor, actions, askToRename } = useMenu();
  const rows = useAtomValue(editor.rows);
  const selection = useAtomValue(editor.selection);

  const onCommand = (command: Exclude<TreeCommand, { do: 'choose' | 'open' }>) => {
    if (command.do === 'clear') editor.select([], selection.active);
    else if (isReadOnly) return;
    else if (command.do === 'step') actions.step(command.step);
    else if (command.do === 'remove') actions.remove();
    else if (command.do === 'enter') {
      const id = selection.active ?? rows[0]?.id;
      if (id !== undefined) askToRename(id);
    }
  };

  return (
    <TreeView
      label="Navigation"
      tree={tree}
      rows={rows}
      selection={selection}
      Content={EntryRow}
      {...(isReadOnly ? {} : { Actions: EntryActions })}
      textOf={(id) => nameOf(editor.read(editor.draft), id)}
      onSelect={editor.select}
      onPick={(id) => editor.select([id], id)}
      onOpen={actions.setOpen}
      onCommand={onCommand}
      empty={
        <EmptyState
          title="The navigation is empty"
          message={isReadOnly ? undefined : 'Add groups, and links to templates: they are what the sidebar shows.'}
        />
      }
    />
  );
}

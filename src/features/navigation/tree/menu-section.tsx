import { useAtomValue } from 'jotai';
import { type RefObject, useRef } from 'react';
import { DragCard } from '../../../shared/tree/edit/drag-card.tsx';
import { ToolButton } from '../../../shared/tree/edit/tool-button.tsx';
import { Trash } from '../../../shared/tree/edit/trash.tsx';
import { namesText } from '../../../shared/tree/edit/tree-texts.ts';
import { TreeToolbar } from '../../../shared/tree/edit/tree-toolbar.tsx';
import { useUndoKeys } from '../../../shared/tree/edit/use-undo-keys.ts';
import { TreeDrag } from '../../../shared/tree/tree-drag.tsx';
import type { Dragged, TreeDragRules } from '../../../shared/tree/tree-drag-state.ts';
import { menuKeys } from '../../../shared/ui/actions/key-list.ts';
import { count } from '../../../shared/ui/count.ts';
import { IconPencil } from '../../../shared/ui/icons/pencil.ts';
import { useMenu } from '../menu-context.ts';
import { entryNouns } from '../model/menu-actions.ts';
import { canHold, type MenuDraft, nameOf } from '../model/menu-draft.ts';
import classes from '../navigation.module.css';
import { EntryIcon } from './entry-row.tsx';
import { MenuTree } from './menu-tree.tsx';

interface MenuSectionProps {
  frame: RefObject<HTMLDivElement | null>;
  dragRules: TreeDragRules;
  isReadOnly: boolean;
}

/** The tree of the menu with its toolbar, and the drop area for removing entries. */
export function MenuSection({ frame, dragRules, isReadOnly }: MenuSectionProps) {
  const { editor, actions, askToRename } = useMenu();
  const tree = useRef<HTMLDivElement>(null);
  useUndoKeys(frame, actions, isReadOnly);
  const section = (
    <section ref={frame} className={classes.frame} aria-label="Groups and links" tabIndex={-1}>
      <TreeToolbar
        label="Entry actions"
        editor={editor}
        actions={actions}
        onRemove={() => actions.remove()}
        nouns={entryNouns}
        shortcuts={menuKeys}
        isReadOnly={isReadOnly}
        canHold={canHold}
        renderMore={(reason) => (
          <ToolButton
            label="Rename"
            icon={IconPencil}
            keys={menuKeys.rename.keys}
            reason={reason}
            onClick={() => {
              const [id] = actions.chosen();
              if (id !== undefined) askToRename(id);
            }}
          />
        )}
      />
      <MenuTree tree={tree} isReadOnly={isReadOnly} />
      <Trash>
        <EntryCount />
      </Trash>
    </section>
  );
  if (isReadOnly) return section;
  return (
    <TreeDrag
      viewport={tree}
      rules={dragRules}
      renderPreview={(dragged) => <EntryDragCard dragged={dragged} draft={editor.read(editor.draft)} />}
    >
      {section}
    </TreeDrag>
  );
}

const EntryCount = () => count(useAtomValue(useMenu().editor.draft).entries.size, entryNouns.one, entryNouns.many);

function EntryDragCard({ dragged, draft }: { dragged: Dragged; draft: MenuDraft }) {
  const ids = 'ids' in dragged ? dragged.ids : [];
  const [first] = ids;
  return (
    <DragCard
      icon={first !== undefined && <EntryIcon templateId={draft.entries.get(first)?.templateId ?? ''} />}
      text={namesText(ids, (id) => nameOf(draft, id), entryNouns)}
      count={ids.length}
    />
  );
}

import { atom, useAtomValue } from 'jotai';
import { type ReactNode, useMemo } from 'react';
import type { ListedKeys } from '../../ui/actions/key-list.ts';
import { offersActions } from '../../ui/actions/offered-actions.ts';
import { useListedKeys } from '../../ui/actions/page-actions.ts';
import { IconArrowBackUp } from '../../ui/icons/arrow-back-up.ts';
import { IconArrowDown } from '../../ui/icons/arrow-down.ts';
import { IconArrowForwardUp } from '../../ui/icons/arrow-forward-up.ts';
import { IconArrowUp } from '../../ui/icons/arrow-up.ts';
import { IconFoldDown } from '../../ui/icons/fold-down.ts';
import { IconFoldUp } from '../../ui/icons/fold-up.ts';
import { IconTrash } from '../../ui/icons/trash.ts';
import { positionAfterStep, type Step } from '../tree-positions.ts';
import type { TreeRow } from '../tree-rows.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ToolButton } from './tool-button.tsx';
import { blockedReason, type TreeActions } from './tree-actions.ts';
import classes from './tree-edit.module.css';
import type { EditedTree, Shaped } from './tree-editor.ts';
import type { Nouns } from './tree-texts.ts';

/** The shortcuts of the buttons that every edited tree has, and its own ones. */
export type TreeShortcuts = Readonly<
  Record<'undo' | 'redo' | 'up' | 'down' | 'remove', ListedKeys> & Record<string, ListedKeys>
>;

interface TreeToolbarProps<Draft extends Shaped> {
  label: string;
  editor: EditedTree<Draft>;
  actions: TreeActions;
  onRemove: () => void;
  nouns: Nouns;
  shortcuts: TreeShortcuts;
  isReadOnly: boolean;
  canHold: (draft: Draft, id: string) => boolean;
  /** Further buttons for the selected rows; `reason` explains why there are none. */
  renderMore: (reason: string | undefined) => ReactNode;
}

const noKeys = {};

/** The actions on the selected rows of a tree and on all of it. */
export function TreeToolbar<Draft extends Shaped>(props: TreeToolbarProps<Draft>) {
  const { label, editor, actions, nouns, shortcuts, isReadOnly } = props;
  useListedKeys(isReadOnly ? noKeys : shortcuts);
  const hasGroups = useShape(editor).children.size > 1;
  const noGroups = hasGroups ? undefined : `There is no group with ${nouns.many}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not form inputs
    <div role="group" aria-label={label} className={classes.toolbar} {...offersActions}>
      {!isReadOnly && <Changes {...props} />}
      <ToolButton label="Expand all" icon={IconFoldDown} reason={noGroups} onClick={() => actions.setAllOpen(true)} />
      <ToolButton label="Collapse all" icon={IconFoldUp} reason={noGroups} onClick={() => actions.setAllOpen(false)} />
      {!isReadOnly && (
        <div className={classes.toolsEnd}>
          <Shortcuts shortcuts={Object.values(shortcuts)} />
        </div>
      )}
    </div>
  );
}

/** The shape of the tree: typing in the settings of a row renders nothing. */
function useShape<Draft extends Shaped>(editor: EditedTree<Draft>) {
  return useAtomValue(useMemo(() => atom((get) => get(editor.draft).shape), [editor]));
}

function Changes<Draft extends Shaped>(props: TreeToolbarProps<Draft>) {
  const { editor, actions, onRemove, nouns, shortcuts, canHold, renderMore } = props;
  const canUndo = useAtomValue(editor.canUndo);
  const canRedo = useAtomValue(editor.canRedo);
  const shape = useShape(editor);
  useAtomValue(editor.selection);
  const ids = actions.chosen();
  const unchosen = ids.length === 0 ? `No ${nouns.one} is selected` : undefined;
  const stuck = (step: Step) =>
    positionAfterStep(shape, ids, step, (id) => canHold(editor.read(editor.draft), id))
      ? undefined
      : blockedReason(step, nouns);
  return (
    <>
      <ToolButton
        label="Undo"
        icon={IconArrowBackUp}
        keys={shortcuts.undo.keys}
        reason={canUndo ? undefined : 'There is nothing to undo'}
        onClick={actions.undo}
      />
      <ToolButton
        label="Redo"
        icon={IconArrowForwardUp}
        keys={shortcuts.redo.keys}
        reason={canRedo ? undefined : 'There is nothing to redo'}
        onClick={actions.redo}
      />
      <span className={classes.separator} />
      <ToolButton
        label="Move up"
        icon={IconArrowUp}
        keys={shortcuts.up.keys}
        reason={unchosen ?? stuck('up')}
        onClick={() => actions.step('up')}
      />
      <ToolButton
        label="Move down"
        icon={IconArrowDown}
        keys={shortcuts.down.keys}
        reason={unchosen ?? stuck('down')}
        onClick={() => actions.step('down')}
      />
      {renderMore(unchosen)}
      <ToolButton label="Remove" icon={IconTrash} keys={shortcuts.remove.keys} reason={unchosen} onClick={onRemove} />
      <span className={classes.separator} />
    </>
  );
}

interface MoveButtonsProps {
  row: TreeRow;
  actions: Pick<TreeActions, 'step'>;
  nouns: Nouns;
}

/** The buttons in a row that move it up and down. */
export const MoveButtons = ({ row, actions, nouns }: MoveButtonsProps) => (
  <>
    <ToolButton
      size={26}
      label="Move up"
      icon={IconArrowUp}
      reason={row.position === 1 ? blockedReason('up', nouns) : undefined}
      onClick={() => actions.step('up', [row.id])}
    />
    <ToolButton
      size={26}
      label="Move down"
      icon={IconArrowDown}
      reason={row.position === row.siblings ? blockedReason('down', nouns) : undefined}
      onClick={() => actions.step('down', [row.id])}
    />
  </>
);

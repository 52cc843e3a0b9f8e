import {
  IconArrowBackUp,
  IconArrowDown,
  IconArrowForwardUp,
  IconArrowUp,
  IconCopy,
  IconFoldDown,
  IconFoldUp,
  IconTrash,
} from '@tabler/icons-react';
import { useAtomValue } from 'jotai';
import { positionAfterStep, type Step } from '../../../../shared/tree/tree-positions.ts';
import { canHold, shapeOfDraft } from '../../model/draft.ts';
import { useDraftPart, useEditor } from '../../model/editor-context.ts';
import { blockedReasons } from '../field-actions.ts';
import { useFieldActions } from '../fields-context.ts';
import classes from '../fields-tab.module.css';
import { keys } from './keys.ts';
import { Shortcuts } from './shortcuts.tsx';
import { ToolButton } from './tool-button.tsx';

const nothingChosen = 'No field is selected';

/** The actions on the selected fields and on the tree. */
export function Toolbar({ isReadOnly }: { isReadOnly: boolean }) {
  const actions = useFieldActions();
  const shape = useDraftPart(shapeOfDraft);
  const hasGroups = shape.children.size > 1;
  const noGroups = hasGroups ? undefined : 'There is no group with fields';
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not form inputs
    <div role="group" aria-label="Field actions" className={classes.toolbar}>
      {!isReadOnly && <Changes />}
      <ToolButton label="Expand all" icon={IconFoldDown} reason={noGroups} onClick={() => actions.setAllOpen(true)} />
      <ToolButton label="Collapse all" icon={IconFoldUp} reason={noGroups} onClick={() => actions.setAllOpen(false)} />
      {!isReadOnly && (
        <div className={classes.toolsEnd}>
          <Shortcuts />
        </div>
      )}
    </div>
  );
}

function Changes() {
  const editor = useEditor();
  const actions = useFieldActions();
  const canUndo = useAtomValue(editor.canUndo);
  const canRedo = useAtomValue(editor.canRedo);
  // Subscribes to the shape of the tree and to the selection, not to every keystroke.
  const shape = useDraftPart(shapeOfDraft);
  useAtomValue(editor.selection);
  const ids = actions.chosen();
  const unchosen = ids.length === 0 ? nothingChosen : undefined;
  const stuck = (step: Step) =>
    positionAfterStep(shape, ids, step, (id) => canHold(editor.read(editor.draft), id))
      ? undefined
      : blockedReasons[step];
  return (
    <>
      <ToolButton
        label="Undo"
        icon={IconArrowBackUp}
        keys={keys.undo.keys}
        reason={canUndo ? undefined : 'There is nothing to undo'}
        onClick={actions.undo}
      />
      <ToolButton
        label="Redo"
        icon={IconArrowForwardUp}
        keys={keys.redo.keys}
        reason={canRedo ? undefined : 'There is nothing to redo'}
        onClick={actions.redo}
      />
      <span className={classes.separator} />
      <ToolButton
        label="Move up"
        icon={IconArrowUp}
        keys={keys.up.keys}
        reason={unchosen ?? stuck('up')}
        onClick={() => actions.step('up')}
      />
      <ToolButton
        label="Move down"
        icon={IconArrowDown}
        keys={keys.down.keys}
        reason={unchosen ?? stuck('down')}
        onClick={() => actions.step('down')}
      />
      <ToolButton
        label="Duplicate"
        icon={IconCopy}
        keys={keys.duplicate.keys}
        reason={unchosen}
        onClick={() => actions.duplicate()}
      />
      <ToolButton
        label="Remove"
        icon={IconTrash}
        keys={keys.remove.keys}
        reason={unchosen}
        onClick={() => actions.askToRemove()}
      />
      <span className={classes.separator} />
    </>
  );
}

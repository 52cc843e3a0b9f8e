import { ToolButton } from '../../../../shared/tree/edit/tool-button.tsx';
import { TreeToolbar } from '../../../../shared/tree/edit/tree-toolbar.tsx';
import { fieldKeys } from '../../../../shared/ui/actions/key-list.ts';
import { IconCopy } from '../../../../shared/ui/icons/copy.ts';
import { canHold } from '../../model/draft.ts';
import { useEditor } from '../../model/editor-context.ts';
import { fieldNouns } from '../field-texts.ts';
import { useFieldActions } from '../fields-context.ts';

/** The actions on the selected fields and on the tree. */
export function Toolbar({ isReadOnly }: { isReadOnly: boolean }) {
  const editor = useEditor();
  const actions = useFieldActions();
  return (
    <TreeToolbar
      label="Field actions"
      editor={editor}
      actions={actions}
      onRemove={() => actions.askToRemove()}
      nouns={fieldNouns}
      shortcuts={fieldKeys}
      isReadOnly={isReadOnly}
      canHold={canHold}
      renderMore={(reason) => (
        <ToolButton
          label="Duplicate"
          icon={IconCopy}
          keys={fieldKeys.duplicate.keys}
          reason={reason}
          onClick={() => actions.duplicate()}
        />
      )}
    />
  );
}

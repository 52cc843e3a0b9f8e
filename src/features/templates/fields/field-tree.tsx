import { useAtomValue } from 'jotai';
import { type RefObject, useMemo } from 'react';
import type { TreeCommand } from '../../../shared/tree/tree-keys.ts';
import { TreeView } from '../../../shared/tree/tree-view.tsx';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { useEditor } from '../model/editor-context.ts';
import { FieldRow, textOfField } from './field-row.tsx';
import { useFieldActions } from './fields-context.ts';
import { RowActions } from './toolbar/row-actions.tsx';

interface FieldTreeProps {
  tree: RefObject<HTMLDivElement | null>;
  isReadOnly: boolean;
  /** Opens the settings of the selected field. */
  toSettings: () => void;
}

/** The fields of the template as a tree. */
export function FieldTree({ tree, isReadOnly, toSettings }: FieldTreeProps) {
  const editor = useEditor();
  const actions = useFieldActions();
  const rows = useAtomValue(editor.rows);
  const selection = useAtomValue(editor.selection);
  const textOf = useMemo(() => textOfField(editor), [editor]);

  const onCommand = (command: Exclude<TreeCommand, { do: 'choose' | 'open' }>) => {
    if (command.do === 'enter') toSettings();
    else if (command.do === 'clear') editor.select([], selection.active);
    else if (isReadOnly) return;
    else if (command.do === 'step') actions.step(command.step);
    else if (command.do === 'duplicate') actions.duplicate();
    else actions.askToRemove();
  };

  return (
    <TreeView
      label="Fields"
      tree={tree}
      rows={rows}
      selection={selection}
      Content={FieldRow}
      {...(isReadOnly ? {} : { Actions: RowActions })}
      textOf={textOf}
      onSelect={editor.select}
      onPick={(id) => {
        editor.select([id], id);
        editor.showPanel('settings');
      }}
      onOpen={actions.setOpen}
      onCommand={onCommand}
      empty={
        isReadOnly ? (
          <EmptyState title="No fields" message="This template has no fields yet." />
        ) : (
          <EmptyState
            title="No fields yet"
            message="Drag a component here, or click one: its items will have a value for each field."
          />
        )
      }
    />
  );
}

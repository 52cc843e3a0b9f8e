import { Text } from '@mantine/core';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useProjectLanguages } from '../../../shared/access/project-languages.ts';
import { useServices } from '../../../shared/services/services.ts';
import { Trash } from '../../../shared/tree/edit/trash.tsx';
import { useFocusAfterRemoval } from '../../../shared/tree/edit/use-focus-after-removal.ts';
import { useUndoKeys } from '../../../shared/tree/edit/use-undo-keys.ts';
import { TreeDrag } from '../../../shared/tree/tree-drag.tsx';
import { count } from '../../../shared/ui/count.ts';
import { useAnnouncer } from '../../../shared/ui/hooks/use-announcer.tsx';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { fieldCountOf } from '../model/draft.ts';
import { useDraftPart, useEditor } from '../model/editor-context.ts';
import { useEdit } from '../model/use-edit.ts';
import { createFieldActions, type FieldActions } from './field-actions.ts';
import { createFieldDrag } from './field-drag.ts';
import { FieldTree } from './field-tree.tsx';
import { FieldActionsProvider } from './fields-context.ts';
import classes from './fields-tab.module.css';
import { RemoveFailure, RemoveQuestion } from './remove-dialogs.tsx';
import { FieldDragCard } from './sidebar/drag-card.tsx';
import { FieldsSidebar, type FieldsSidebarHandle } from './sidebar/fields-sidebar.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';

/** The fields of the template: the tree, the palette, and the settings of each field. */
export function FieldsTab() {
  const editor = useEditor();
  const edit = useEdit();
  const { notify, report, root } = useServices();
  const isNarrow = useNarrow(root);
  const isReadOnly = editor.mode === 'view';
  const [announce, announcements] = useAnnouncer();
  const tab = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<{ ids: readonly string[]; isOpen: boolean }>({ ids: [], isOpen: false });
  const [failure, setFailure] = useState<unknown>();
  const sidebar = useRef<FieldsSidebarHandle>(null);

  const keepingFocus = useFocusAfterRemoval(tab);
  const openSettings = (options?: { selectsText: boolean }) => {
    flushSync(() => editor.showPanel('settings'));
    sidebar.current?.focusSettings(options);
  };
  const [source] = useProjectLanguages();
  const sourceLanguage = useStableCallback(() => source);
  const [{ actions, dragRules }] = useState(() => {
    const fieldActions = createFieldActions({
      editor,
      sourceLanguage,
      edit,
      notify,
      announce,
      confirmRemoval: (ids) => setQuestion({ ids, isOpen: true }),
      showFailure: (error) => {
        report(error, { operation: 'Remove field' });
        setFailure(error);
      },
      focusTree: () => tree.current?.focus(),
    });
    const actions: FieldActions = {
      ...fieldActions,
      add: (type, position) => {
        const isAdded = fieldActions.add(type, position);
        if (isAdded) openSettings({ selectsText: true });
        return isAdded;
      },
      undo: keepingFocus(fieldActions.undo),
      redo: keepingFocus(fieldActions.redo),
      remove: keepingFocus(fieldActions.remove),
    };
    return { actions, dragRules: createFieldDrag({ editor, actions, notify, report }) };
  });
  useUndoKeys(tab, actions, isReadOnly);

  const toSettings = () => {
    const { active, ids } = editor.read(editor.selection);
    const id = active ?? editor.read(editor.rows)[0]?.id;
    if (id === undefined) return;
    if (!ids.has(id) || ids.size > 1) editor.select([id], id);
    openSettings();
  };

  const fields = <FieldTree tree={tree} isReadOnly={isReadOnly} toSettings={toSettings} />;
  const body = (
    <div ref={tab} className={classes.tab} data-narrow={isNarrow || undefined} tabIndex={-1}>
      <section className={classes.main} aria-label="Fields of the template">
        <Toolbar isReadOnly={isReadOnly} />
        {fields}
        <Trash>
          <FieldCount />
        </Trash>
      </section>
      {!isNarrow && <FieldsSidebar ref={sidebar} isReadOnly={isReadOnly} tree={tree} />}
      {announcements}
    </div>
  );
  return (
    <FieldActionsProvider value={actions}>
      {isReadOnly ? (
        body
      ) : (
        <TreeDrag
          viewport={tree}
          rules={dragRules}
          renderPreview={(dragged) => <FieldDragCard dragged={dragged} draft={editor.read(editor.draft)} />}
        >
          {body}
        </TreeDrag>
      )}
      <RemoveQuestion
        {...question}
        onCancel={() => setQuestion({ ...question, isOpen: false })}
        onConfirm={() => {
          setQuestion({ ...question, isOpen: false });
          actions.remove(question.ids);
        }}
      />
      <RemoveFailure error={failure} onClose={() => setFailure(undefined)} />
    </FieldActionsProvider>
  );
}

/** From this share of the maximum number of fields on, the maximum is shown. */
const announceFrom = 0.9;

function FieldCount() {
  const fields = useDraftPart(fieldCountOf);
  const { templateFields } = contentLimits;
  if (fields < templateFields * announceFrom) return <>{count(fields, 'field')}</>;
  return (
    <Text span inherit {...(fields > templateFields && { c: 'var(--mantine-color-error)' })}>
      {numberText(fields)} of at most {count(templateFields, 'field')}
    </Text>
  );
}

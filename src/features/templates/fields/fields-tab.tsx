import { Alert, Text } from '@mantine/core';
import { contentLimits } from '@quartermaster/contract/content/content-limits.ts';
import { type FieldType, fieldTypes } from '@quartermaster/contract/field-types/registry.ts';
import { IconDeviceDesktop } from '@tabler/icons-react';
import { atom, useAtomValue } from 'jotai';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useServices } from '../../../shared/services/services.ts';
import { TreeDrag } from '../../../shared/tree/tree-drag.tsx';
import type { TreeDragRules } from '../../../shared/tree/tree-drag-state.ts';
import { topmost } from '../../../shared/tree/tree-shape.ts';
import { count, numberText } from '../../../shared/ui/count.ts';
import { useAnnouncer } from '../../../shared/ui/hooks/use-announcer.tsx';
import { useNarrow } from '../../../shared/ui/hooks/use-narrow.ts';
import { canHold } from '../model/draft.ts';
import type { Editor } from '../model/editor.ts';
import { useEditor } from '../model/editor-context.ts';
import { addFields, moveFields } from '../model/edits/edits.ts';
import { newFieldId, newSettings } from '../model/edits/new-field.ts';
import { useEdit } from '../model/use-edit.ts';
import { createFieldActions, type FieldActions, refusalOf } from './field-actions.ts';
import { FieldTree } from './field-tree.tsx';
import { FieldActionsProvider } from './fields-context.ts';
import classes from './fields-tab.module.css';
import { RemoveFailure, RemoveQuestion } from './remove-dialogs.tsx';
import { DragCard } from './sidebar/drag-card.tsx';
import { FieldsSidebar } from './sidebar/fields-sidebar.tsx';
import { Trash } from './sidebar/trash.tsx';
import { Toolbar } from './toolbar/toolbar.tsx';
import { useUndoKeys } from './toolbar/use-undo-keys.ts';

/** The fields of the template: the tree, the palette, and the settings of each field. */
export function FieldsTab() {
  const editor = useEditor();
  const edit = useEdit();
  const { notify, root } = useServices();
  const isNarrow = useNarrow(root);
  const isReadOnly = editor.mode === 'view' || isNarrow;
  const [say, spoken] = useAnnouncer();
  const tab = useRef<HTMLDivElement>(null);
  const tree = useRef<HTMLDivElement>(null);
  const [question, setQuestion] = useState<{ ids: readonly string[]; isOpen: boolean }>({ ids: [], isOpen: false });
  const [failure, setFailure] = useState<unknown>();
  const [settingsRequests, setSettingsRequests] = useState(0);
  const [edits, setEdits] = useState(0);

  const [actions] = useState(() =>
    createFieldActions({
      editor,
      edit,
      notify,
      say,
      ask: (ids) => setQuestion({ ids, isOpen: true }),
      fail: setFailure,
      focusTree: () => tree.current?.focus(),
    }),
  );
  const withFocus: FieldActions = useMemo(() => {
    const counted =
      <A extends unknown[]>(act: (...args: A) => void) =>
      (...args: A) => {
        act(...args);
        setEdits((before) => before + 1);
      };
    return { ...actions, undo: counted(actions.undo), redo: counted(actions.redo), remove: counted(actions.remove) };
  }, [actions]);
  useUndoKeys(tab, withFocus, isReadOnly);

  // The focused element may have been unmounted together with its field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs after each of these edits
  useEffect(() => {
    const page = root.ownerDocument;
    if (page.activeElement !== null && page.activeElement !== page.body) return;
    if (edits > 0) (tab.current?.querySelector<HTMLElement>('[role="tree"], [data-new]') ?? tab.current)?.focus();
  }, [edits]);

  const toSettings = () => {
    const { active, ids } = editor.read(editor.selection);
    const id = active ?? editor.read(editor.rows)[0]?.id;
    if (id === undefined) return;
    if (!ids.has(id) || ids.size > 1) editor.select([id], id);
    editor.showPanel('settings');
    setSettingsRequests(settingsRequests + 1);
  };

  const fields = <FieldTree tree={tree} isReadOnly={isReadOnly} toSettings={toSettings} />;
  const body = (
    <div ref={tab} className={classes.tab} data-narrow={isNarrow || undefined} tabIndex={-1}>
      {isNarrow && editor.mode !== 'view' && (
        <Alert color="amber" icon={<IconDeviceDesktop aria-hidden />} className={classes.warning}>
          Template editing is not supported on mobile. Please use a desktop to edit templates.
        </Alert>
      )}
      <section className={classes.main} aria-label="Fields of the template">
        <Toolbar isReadOnly={isReadOnly} />
        {fields}
        <Trash>
          <FieldCount />
        </Trash>
      </section>
      {!isNarrow && <FieldsSidebar isReadOnly={isReadOnly} settingsRequests={settingsRequests} tree={tree} />}
      {spoken}
    </div>
  );
  return (
    <FieldActionsProvider value={withFocus}>
      {isReadOnly ? (
        body
      ) : (
        <TreeDrag
          viewport={tree}
          rules={dragRules(editor, withFocus, notify.error)}
          ghost={(dragged) => <DragCard dragged={dragged} draft={editor.read(editor.draft)} />}
        >
          {body}
        </TreeDrag>
      )}
      <RemoveQuestion
        {...question}
        onCancel={() => setQuestion({ ...question, isOpen: false })}
        onConfirm={() => {
          setQuestion({ ...question, isOpen: false });
          withFocus.remove(question.ids);
        }}
      />
      <RemoveFailure error={failure} onClose={() => setFailure(undefined)} />
    </FieldActionsProvider>
  );
}

/** From this share of the maximum number of fields on, the maximum is shown. */
const toldFrom = 0.9;

function FieldCount() {
  const editor = useEditor();
  const fields = useAtomValue(useMemo(() => atom((get) => get(editor.draft).settings.size), [editor]));
  const { templateFields } = contentLimits;
  if (fields < templateFields * toldFrom) return <>{count(fields, 'field')}</>;
  return (
    <Text span inherit {...(fields > templateFields && { c: 'var(--mantine-color-error)' })}>
      {numberText(fields)} of at most {count(templateFields, 'field')}
    </Text>
  );
}

const isFieldType = (kind: string): kind is FieldType => Object.hasOwn(fieldTypes, kind);

/** Applies the rules of a template to drags. */
function dragRules(
  editor: Editor,
  actions: FieldActions,
  tell: (title: string, reason: string) => void,
): TreeDragRules {
  const draft = () => editor.read(editor.draft);
  return {
    rows: () => editor.read(editor.rows),
    canHold: (id) => canHold(draft(), id),
    grab: (id) => {
      const { ids } = editor.read(editor.selection);
      if (ids.has(id)) return topmost(draft().shape, ids);
      editor.select([id], id);
      return [id];
    },
    refusal: (dragged, place) =>
      refusalOf(() => {
        if ('ids' in dragged) return moveFields(draft(), dragged.ids, place);
        if (!isFieldType(dragged.kind)) return draft();
        const settings = newSettings(draft(), place.parentId, dragged.kind);
        return addFields(draft(), [{ id: newFieldId(), settings }], place);
      }),
    open: (id) => actions.setOpen(id, true),
    drop: (dragged, place) => {
      if ('ids' in dragged) actions.move(dragged.ids, place);
      else if (isFieldType(dragged.kind)) actions.add(dragged.kind, place);
    },
    refuse: (reason) => tell('Move field', reason),
    discard: actions.askToRemove,
  };
}

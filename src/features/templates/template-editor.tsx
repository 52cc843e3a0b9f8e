import { Alert } from '@mantine/core';
import { history } from '@quartermaster/contract/endpoints/history.ts';
import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useAtomValue, useStore } from 'jotai';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Can } from '../../shared/access/can.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { SubjectComments, SubjectCommentsButton } from '../../shared/comments/subject-comments.tsx';
import { StoredDraft } from '../../shared/drafts/stored-draft.tsx';
import type { StoredDraftControl } from '../../shared/drafts/use-tab-draft.ts';
import { PeopleHere } from '../../shared/presence/people-here.ts';
import { type Crumb, useServices } from '../../shared/services/services.ts';
import { useUnsavedChanges } from '../../shared/services/unsaved-changes.ts';
import { useDraftEditor } from '../../shared/tree/edit/use-draft-editor.ts';
import { compactButton } from '../../shared/ui/compact.ts';
import { useNarrow } from '../../shared/ui/hooks/use-narrow.ts';
import { IconDeviceDesktop } from '../../shared/ui/icons/device-desktop.ts';
import { IconHistory } from '../../shared/ui/icons/history.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { LostPermissionNotice } from '../../shared/ui/page/lost-permission-notice.tsx';
import { PageHeader } from '../../shared/ui/page/page-header.tsx';
import { useNavigateIfMounted } from '../../shared/ui/page/use-navigate-if-mounted.ts';
import { texts } from '../../shared/ui/texts.ts';
import { EditorTabs, useEditorTab, useShowTab } from './editor-tabs.tsx';
import { isSameDraft } from './model/compare/same-draft.ts';
import type { Draft } from './model/draft.ts';
import { createEditor, type EditorBase, type EditorMode } from './model/editor.ts';
import { EditorProvider } from './model/editor-context.ts';
import { PreviewProvider } from './preview/preview-provider.tsx';
import { DeleteTemplate } from './save/delete-template.tsx';
import { SaveTemplate } from './save/save-template.tsx';
import { fromStored, sourceOf, toStored } from './stored/stored-template.ts';
import classes from './template-editor.module.css';

interface TemplateEditorProps {
  instanceId: number;
  mode: EditorMode;
  title: string;
  back: Crumb;
  /** The saved template, or the initial state of a new one. */
  start: EditorBase;
  /** Identifies this edit among the user's others: `new`, `copy/hero`, `edit/hero`. */
  scope: string;
  /** Shown above the tabs. */
  notice?: ReactNode;
}

/** What people say about a saved template, and its versions. */
const AboutTemplate = ({ instanceId, draft: { id, saved } }: { instanceId: number; draft: Draft }) => (
  <>
    <SubjectComments of={{ about: 'template', template_id: id }} fields={saved}>
      <SubjectCommentsButton />
    </SubjectComments>
    <Can do={history.listTemplate}>
      <LinkButton
        to={pathTo(paths.templateHistory, { instanceId, templateId: id })}
        variant="default"
        classNames={compactButton}
        title={texts.history}
        leftSection={<IconHistory size={16} aria-hidden />}
      >
        History
      </LinkButton>
    </Can>
  </>
);

/** The four tabs of a template and the actions on the whole template. */
export function TemplateEditor({ instanceId, mode, title, back, start, scope, notice }: TemplateEditorProps) {
  const store = useStore();
  const navigateIfMounted = useNavigateIfMounted();
  const [opened] = useState(() => createEditor(store, mode, start));
  const refusal = useRefusal(templates.save);
  const isNarrow = useNarrow(useServices().root);
  const shownMode = refusal === null && !isNarrow ? mode : 'view';
  const editor = useMemo(() => ({ ...opened, mode: shownMode }), [opened, shownMode]);
  const tab = useEditorTab(mode === 'create' ? 'details' : 'fields');
  const showTab = useShowTab();
  const isDirty = useAtomValue(editor.isDirty);
  const adopt = useCallback(
    (draft: Draft) => (editor.mode === 'edit' ? { ...draft, id: editor.read(editor.base).draft.id } : draft),
    [editor],
  );
  const draftEditor = useDraftEditor(editor, { toStored, fromStored, isSame: isSameDraft, adopt });
  const stored = useRef<StoredDraftControl>(null);
  const release = useUnsavedChanges(isDirty, {
    onDiscarded: () => stored.current?.discard(),
    keep: async () => (await stored.current?.keep()) ?? false,
  });

  // Show what others have saved as long as the draft is clean; once it is dirty, the save reports the conflict.
  useEffect(() => {
    if (!isDirty && start.version > editor.read(editor.base).version) editor.startFrom(start);
  }, [editor, start, isDirty]);

  const leave = (to: string, isDeleted = false) => {
    release();
    stored.current?.discard({ isDeleted });
    void navigateIfMounted(to);
  };
  const itemsOf = (id: string) => pathTo(paths.items, { instanceId, templateId: id });

  return (
    <EditorProvider value={editor}>
      <div className={classes.page}>
        <PageHeader
          title={title}
          back={back}
          nextToTitle={
            mode !== 'create' && (
              <PeopleHere instanceId={instanceId} at={{ kind: 'template', template_id: start.draft.id }} />
            )
          }
          actions={
            <>
              {mode !== 'create' && <AboutTemplate instanceId={instanceId} draft={start.draft} />}
              {shownMode === 'edit' && (
                <DeleteTemplate instanceId={instanceId} onDeleted={() => leave(paths.home, true)} />
              )}
              {shownMode !== 'view' && (
                <SaveTemplate
                  instanceId={instanceId}
                  onSaved={(id) => leave(mode === 'create' ? itemsOf(id) : back.to)}
                />
              )}
            </>
          }
        />
        {refusal !== null && isDirty && (
          <LostPermissionNotice
            what="template"
            refusal={refusal}
            text={() => JSON.stringify(sourceOf(editor.read(editor.draft)), null, 2)}
          />
        )}
        {refusal === null && isNarrow && (
          <Alert color="amber" icon={<IconDeviceDesktop aria-hidden />}>
            Template editing is not supported on mobile. Please use a desktop to edit templates.
          </Alert>
        )}
        {(shownMode !== 'view' || isDirty) && (
          <StoredDraft
            kind="template"
            scope={`${instanceId}/${scope}`}
            editor={draftEditor}
            isOffered={shownMode !== 'view'}
            control={stored}
          />
        )}
        {notice}
        {/* A new template that cannot be edited has nothing to show. */}
        {(mode !== 'create' || shownMode !== 'view' || isDirty) && (
          <PreviewProvider>
            <EditorTabs open={tab} onShow={showTab} />
          </PreviewProvider>
        )}
      </div>
    </EditorProvider>
  );
}

import { useAtomValue, useStore } from 'jotai';
import { useEffect, useState } from 'react';
import type { Crumb } from '../../shared/session/services.ts';
import { useUnsavedChanges } from '../../shared/session/unsaved-changes.ts';
import { PageHeader } from '../../shared/ui/page-header.tsx';
import { EditorTabs, useEditorTab } from './editor-tabs.tsx';
import { createEditor, type EditorBase, type EditorMode } from './model/editor.ts';
import { EditorProvider } from './model/editor-context.ts';
import { PreviewProvider } from './preview/preview-provider.tsx';
import classes from './template-editor.module.css';

interface TemplateEditorProps {
  instanceId: number;
  mode: EditorMode;
  title: string;
  back: Crumb;
  /** The template as it is saved, or what a new one starts from. */
  start: EditorBase;
}

/** The four tabs about one template, and what is done with it as a whole. */
export function TemplateEditor({ mode, title, back, start }: TemplateEditorProps) {
  const store = useStore();
  const [editor] = useState(() => createEditor(store, mode, start));
  const [tab, showTab] = useEditorTab(mode === 'create' ? 'details' : 'fields');
  const isDirty = useAtomValue(editor.isDirty);
  useUnsavedChanges(isDirty && mode !== 'view');

  // What others have saved meanwhile is shown at once while nothing is changed; afterwards the save will ask.
  useEffect(() => {
    if (!isDirty && start.version > editor.read(editor.base).version) editor.startFrom(start);
  }, [editor, start, isDirty]);

  return (
    <EditorProvider value={editor}>
      <div className={classes.page}>
        <PageHeader title={title} back={back} />
        <PreviewProvider>
          <EditorTabs shown={tab} onShow={showTab} />
        </PreviewProvider>
      </div>
    </EditorProvider>
  );
}

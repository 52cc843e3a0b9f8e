import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { act } from '@testing-library/react';
import type { ReactNode } from 'react';
import { createEditor, type Editor, type EditorMode } from '../../src/features/templates/model/editor.ts';
import { EditorProvider } from '../../src/features/templates/model/editor-context.ts';
import { addFields, type NewField } from '../../src/features/templates/model/edits/edits.ts';
import { baseOf, blankBase } from '../../src/features/templates/model/start.ts';
import { settingsOf } from '../../src/shared/template-changes/template-state.ts';
import { partHome } from './part.tsx';
import type { TestServer } from './server.ts';

interface EditorPartOptions {
  server: TestServer;
  /** The saved template to open; a new one if omitted. */
  templateId?: string;
  mode?: EditorMode;
  /** Fields to add to the draft at once, as if from the palette. */
  fields?: readonly NewField[];
}

/** Mounts one part of the template editor on its own, against the real server, as the owner in Dev. */
export async function renderEditorPart(part: ReactNode, { server, templateId, mode, fields }: EditorPartOptions) {
  const instanceId = server.studio.dev;
  const { store, request, mount } = partHome({ server, as: 'owner', instanceId });
  const base = templateId ? baseOf(await request(templates.get, { params: { instanceId, templateId } })) : blankBase;
  const editor: Editor = createEditor(store, mode ?? (templateId ? 'edit' : 'create'), base);
  if (fields) editor.edit((draft) => addFields(draft, fields, { parentId: null, before: null }));
  return {
    ...mount(<EditorProvider value={editor}>{part}</EditorProvider>),
    editor,
    /** The settings of a field in the draft. */
    settings: (id: string): Readonly<Record<string, unknown>> => ({ ...settingsOf(editor.read(editor.draft), id) }),
    /** Selects fields, like a click in the tree. */
    choose: (...ids: string[]) => act(() => editor.select(ids)),
  };
}

import { MantineProvider } from '@mantine/core';
import { createNotificationsStore } from '@mantine/notifications';
import { templates } from '@quartermaster/contract/templates.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createStore, Provider } from 'jotai';
import type { ReactNode } from 'react';
import { beforeAll, onTestFinished } from 'vitest';
import { createNotify } from '../../src/app/notify.tsx';
import { createQueryClient } from '../../src/app/query-client.ts';
import { Toasts } from '../../src/app/toasts.tsx';
import { settingsOf } from '../../src/features/templates/model/draft.ts';
import { createEditor, type Editor, type EditorMode } from '../../src/features/templates/model/editor.ts';
import { EditorProvider } from '../../src/features/templates/model/editor-context.ts';
import { addFields, type NewField } from '../../src/features/templates/model/edits.ts';
import { baseOf, blankBase } from '../../src/features/templates/model/start.ts';
import { activeInstanceAtom } from '../../src/shared/session/active-instance.ts';
import { type Request, type Services, ServicesContext } from '../../src/shared/session/services.ts';
import { startTestServer, type TestServer } from './server.ts';

// Here, so that no test's own time is spent on it.
beforeAll(() => startTestServer());

interface EditorPartOptions {
  server: TestServer;
  /** The saved template that is open; a new one where it is left out. */
  templateId?: string;
  mode?: EditorMode;
  /** Fields that are put into the draft at once, as if from the palette. */
  fields?: readonly NewField[];
}

/** Mounts one part of the template editor without the others, against the real server, as the owner in Dev. */
export async function renderEditorPart(part: ReactNode, { server, templateId, mode, fields }: EditorPartOptions) {
  const instanceId = server.studio.dev;
  const request: Request = (endpoint, input) => server.call(endpoint, input, { as: 'owner' });
  const toasts = createNotificationsStore();
  const notify = createNotify(toasts);
  const queries = createQueryClient({ notify, report: () => undefined, onPageLost: () => undefined });
  const store = createStore();
  store.set(activeInstanceAtom, instanceId);
  const base = templateId ? baseOf(await request(templates.get, { params: { instanceId, templateId } })) : blankBase;
  const editor: Editor = createEditor(store, mode ?? (templateId ? 'edit' : 'create'), base);
  if (fields) editor.edit((draft) => addFields(draft, fields, { parentId: null, before: null }));
  const view = render(
    <Provider store={store}>
      <ServicesContext value={{ request, notify } as Services}>
        <QueryClientProvider client={queries}>
          <MantineProvider>
            <EditorProvider value={editor}>{part}</EditorProvider>
            <Toasts store={toasts} />
          </MantineProvider>
        </QueryClientProvider>
      </ServicesContext>
    </Provider>,
  );
  onTestFinished(() => {
    view.unmount();
    queries.clear();
  });
  return {
    editor,
    user: userEvent.setup(),
    /** The settings of a field as they are in the draft. */
    settings: (id: string): Readonly<Record<string, unknown>> => ({ ...settingsOf(editor.read(editor.draft), id) }),
    /** Chooses fields, as a click in the tree does. */
    choose: (...ids: string[]) => act(() => editor.select(ids)),
  };
}

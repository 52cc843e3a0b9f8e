import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect } from 'vitest';
import { renderConsole } from './console.tsx';
import { sampleFields, saveAll, saveBody, saveTemplate } from './sample-template.ts';
import { startTestServer, type TestServer } from './server.ts';

interface Options extends NonNullable<Parameters<typeof renderConsole>[1]> {
  /** True if the given server has no sword yet. */
  isFresh?: boolean;
  verb?: 'Edit' | 'View';
}

/** The sample template `sword` with two items in Dev, opened in the editor. */
export async function openSword({ isFresh, verb = 'Edit', ...options }: Options = {}) {
  const server = options.server ?? (await startTestServer());
  const fields = sampleFields('sword');
  if (!options.server || isFresh) {
    await saveTemplate(server, 'sword', fields, { label: 'Sword' });
    await saveAll(server, [
      saveBody('sword', fields, { title: 'Excalibur', price: 120, weight: 1.5 }, { label: 'Excalibur' }),
      saveBody('sword', fields, { title: 'Sting', price: 7 }, { label: 'Sting' }),
    ]);
  }
  const base = `/instance/${server.studio.dev}/templates`;
  const opened = await renderConsole(`${base}/sword/edit`, { as: 'owner', ...options, server });
  await screen.findByRole('heading', { level: 1, name: `${verb} template Sword` });
  await screen.findByRole('tree');
  return { ...opened, base, fields };
}

/** Opens the settings of a field by its label, and returns one of their inputs. */
export async function setting(user: UserEvent, label: string, name: string): Promise<HTMLElement> {
  await user.click(within(screen.getByRole('tree')).getByText(label));
  // Not by role: computing the accessible names of a whole page is slow.
  return screen.findByLabelText(new RegExp(`^${name}`), { selector: 'input' });
}

/** Replaces the text in a setting of a field. */
export async function change(user: UserEvent, label: string, name: string, text: string): Promise<void> {
  // As one event, as typing is tested elsewhere.
  fireEvent.change(await setting(user, label, name), { target: { value: text } });
}

/** Confirms a save, once its effects on items are known. */
export async function confirmSave(user: UserEvent): Promise<void> {
  const yes = await screen.findByRole<HTMLButtonElement>('button', { name: 'Yes, save changes' });
  await waitFor(() => expect(yes.disabled).toBe(false));
  await user.click(yes);
}

/** The template as stored on the server. */
export const storedTemplate = ({ call, studio }: TestServer, templateId = 'sword') =>
  call(templates.get, { params: { instanceId: studio.dev, templateId } }, { as: 'owner' });

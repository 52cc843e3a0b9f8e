import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { sampleFields, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { confirmSave, storedTemplate } from '../support/template-page.ts';

// The fields have their own tabs.
const tabs = () => within(screen.getAllByRole('tablist')[0] as HTMLElement);
const shownTab = () => tabs().getByRole('tab', { selected: true }).textContent;
const expectFourTabs = () => {
  const names = tabs()
    .getAllByRole('tab')
    .map((tab) => tab.textContent);
  expect(names).toEqual(['Details', 'Fields', 'Preview form', 'JSON preview']);
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

async function openTemplate(path: string, options: NonNullable<Parameters<typeof renderConsole>[1]> = {}) {
  const server = options.server ?? (await startTestServer());
  await saveTemplate(server, 'sword', sampleFields('sword'), { label: 'Sword' });
  const base = `/instance/${server.studio.dev}/templates`;
  return { base, ...(await renderConsole(`${base}/${path}`, { as: 'owner', ...options, server })) };
}

test('a new template opens on its details, with a link back home', async () => {
  shows(
    '1.2.route.templates',
    '2.2.route.template-new',
    '2.2.template-new.back',
    '2.2.template-new.opens-on-details',
    '2.2.template-new.tab-details',
    '2.2.template-new.tab-fields',
    '2.2.template-new.tab-json-preview',
    '2.2.template-new.tab-preview-form',
    '2.2.template-new.title',
  );
  await openTemplate('new');
  await heading('Create template');
  expectFourTabs();
  expect(shownTab()).toBe('Details');
  expect(screen.getByRole('link', { name: 'Back to the dashboard' }).getAttribute('href')).toBe('/');
});

test('a saved template opens on its fields, with a link back to its items', async () => {
  shows(
    '1.2.route.templates',
    '2.2.route.template-edit',
    '2.2.template-edit.back',
    '2.2.template-edit.opens-on-fields',
    '2.2.template-edit.tabs',
    '2.2.template-edit.title',
  );
  const { base } = await openTemplate('sword/edit');
  await heading('Edit template Sword');
  expectFourTabs();
  expect(shownTab()).toBe('Fields');
  expect(screen.getByRole('link', { name: 'Back to Sword' }).getAttribute('href')).toBe(`${base}/sword/items`);
});

test('the active tab is in the address, and only its panel is in the document', async () => {
  const { user, path } = await openTemplate('sword/edit?tab=json');
  await heading('Edit template Sword');
  expect(shownTab()).toBe('JSON preview');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await waitFor(() => expect(shownTab()).toBe('Details'));
  expect(path()).toContain('tab=details');
  expect(screen.getAllByRole('tabpanel')).toHaveLength(1);
});

test('a missing template shows a message, on edit and on copy', async () => {
  shows('2.2.template-copy.missing', '2.8.template.id-missing', '3.settled.template.missing-id');
  const first = await openTemplate('nothing/edit');
  expect(await screen.findByText('Template “nothing” not found. Please try again later.')).toBeTruthy();
  first.close();
  await renderConsole(`${first.base}/nothing/copy`, { as: 'owner', server: first.server });
  expect(await screen.findByText("Not found, or you don't have access. Check the address.")).toBeTruthy();
  expect(
    screen.getByText('There is no template to copy at this address, or you do not have access to it.'),
  ).toBeTruthy();
});

test('the reserved template cannot be changed', async () => {
  shows('2.8.template.reserved');
  await openTemplate('image/edit');
  expect(
    await screen.findByText(
      'This is a reserved template and cannot be modified. Any changes to this template are restricted to ensure its integrity.',
    ),
  ).toBeTruthy();
  expect(screen.queryByRole('tab')).toBeNull();
});

test('a user without permission to save templates can view one, but neither create nor copy one', async () => {
  shows('2.6.guard.access-denied');
  const { base, server, close } = await openTemplate('sword/edit', { as: 'member' });
  await heading('View template Sword');
  close();
  for (const path of ['new', 'sword/copy']) {
    const opened = await renderConsole(`${base}/${path}`, { as: 'member', server });
    await opened.untilPath('/access-denied');
    opened.close();
  }
});

test.each(['stage', 'prod'] as const)('in %s a new template redirects to /not-allowed', async (env) => {
  shows('1.2.route.not-allowed-create', '2.6.dev-only.template-guard');
  const server = await startTestServer();
  const { untilPath } = await renderConsole(`/instance/${server.studio[env]}/templates/new`, { as: 'owner', server });
  await untilPath('/not-allowed');
});

test.each(['stage', 'prod'] as const)('in %s the copy of a template redirects to /not-allowed', async (env) => {
  shows('1.2.route.not-allowed-create', '2.6.dev-only.copy-guard');
  const server = await startTestServer();
  const path = `/instance/${server.studio[env]}/templates/image/copy`;
  const { untilPath } = await renderConsole(path, { as: 'owner', server });
  await untilPath('/not-allowed');
});

test('while a template is loading a skeleton shows, and the other tabs are disabled', async () => {
  shows('2.2.template-edit.loading-skeleton', '2.2.template-edit.loading-tabs');
  let answer = () => {};
  const waits = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const { root } = await openTemplate('sword/edit', {
    intercept: (fetch) => async (input, init) => {
      if (String(input).endsWith(templates.get.path.replace(/.*:templateId/, '/templates/sword'))) await waits;
      return fetch(input, init);
    },
  });
  const waiting = await screen.findByRole('tab', { name: 'Details' });
  expect(waiting).toHaveProperty('disabled', true);
  expect(screen.getByRole('tab', { name: 'Fields' })).toHaveProperty('disabled', false);
  await waitFor(() => expect(root.querySelectorAll('.qm-Skeleton-root')).toHaveLength(10));
  answer();
  await heading('Edit template Sword');
  await waitFor(() => expect(screen.getByRole('tab', { name: 'Details' })).toHaveProperty('disabled', false));
});

test('a copy opens as a new template with the other’s fields, and is saved separately', async () => {
  shows(
    '2.2.route.template-copy',
    '2.2.template-copy.create-screen',
    '2.2.template-copy.fields',
    '2.2.template-copy.loads',
  );
  const { user, server, base, untilPath } = await openTemplate('sword/copy');
  await heading('Create template');
  expect(shownTab()).toBe('Details');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: /^Name/ }).value).toBe('Copy of Sword');
  await user.type(screen.getByRole('textbox', { name: /^ID/ }), 'blade');
  await user.click(screen.getByRole('button', { name: 'Save template' }));
  await confirmSave(user);
  await untilPath(`${base}/blade/items`);
  const [sword, blade] = [await storedTemplate(server, 'sword'), await storedTemplate(server, 'blade')];
  expect(blade.header.label).toBe('Copy of Sword');
  expect(blade.fields.map(({ settings }) => settings)).toEqual(sword.fields.map(({ settings }) => settings));
  expect(blade.fields.map(({ id }) => id)).toEqual(sword.fields.map(({ settings }) => settings.name));
  expect(sword.header.version).toBe(1);
});

test('a refused load shows the error and can be retried', async () => {
  shows('2.2.template-copy.load-error', '2.2.template-edit.load-error');
  for (const path of ['sword/edit', 'sword/copy']) {
    let isRefused = true;
    const { user, close } = await openTemplate(path, {
      intercept: (fetch) => async (input, init) => {
        if (!isRefused || !String(input).endsWith('/templates/sword')) return fetch(input, init);
        const body = {
          status_code: 429,
          error: 'rate_limit',
          message: 'Too many attempts. Please wait and try again.',
        };
        return new Response(JSON.stringify(body), { status: 429 });
      },
    });
    expect(await screen.findByText('Too many attempts. Please wait and try again.')).toBeTruthy();
    expect(screen.queryByText(/There is no template to copy/) !== null).toBe(path.endsWith('copy'));
    isRefused = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.getAllByRole('tab').length).toBeGreaterThan(0));
    close();
  }
});

test('an editor opened from a list returns to it in its previous state', async () => {
  shows('2.2.template-edit.back');
  const server = await startTestServer();
  await saveTemplate(server, 'sword', sampleFields('sword'), { label: 'Sword' });
  const list = `/instance/${server.studio.dev}/templates/sword/items?sort=label:desc`;
  const { user } = await renderConsole(list, { as: 'owner', server });
  await user.click(await screen.findByRole('link', { name: 'Edit template' }));
  await heading('Edit template Sword');
  await user.click(screen.getByRole('tab', { name: 'Details' }));
  await waitFor(() => expect(shownTab()).toBe('Details'));
  expect(screen.getByRole('link', { name: 'Back to Sword' }).getAttribute('href')).toBe(list);
});

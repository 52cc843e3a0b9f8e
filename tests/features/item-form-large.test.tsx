import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { watchElements } from '../support/watch-elements.ts';

const count = 200;

/** 200 texts, a group, and rows at the end. */
const fields = inOrder([
  ...Array.from({ length: count }, (_, place) => field(`f${place}`, 'text')),
  field('looks', 'group'),
  field('near', 'integer', { parentId: 'looks' }),
  field('bonuses', 'dynamic-group'),
  field('far', 'integer', { parentId: 'bonuses' }),
]);

/** Since the item was saved, `far` has become required. */
const fieldsNow = fields.map((entry) =>
  entry.id === 'far' ? field('far', 'integer', { parentId: 'bonuses', order: entry.order, required: true }) : entry,
);

async function openItem(values: Parameters<typeof saveBody>[2] = {}) {
  const server = await startTestServer();
  await saveTemplate(server, 'large', fields, { label: 'Large' });
  const [item] = await saveAll(server, [saveBody('large', fields, values, { label: 'One' })]);
  await saveTemplate(server, 'large', fieldsNow, { label: 'Large', version: 1 });
  const watched = watchElements();
  const path = `/instance/${server.studio.dev}/templates/large/items/${item?.id}/edit`;
  const opened = await renderConsole(path, { as: 'owner', server });
  await screen.findByLabelText(/^Label/);
  const later = () => [...opened.root.querySelectorAll<HTMLElement>('form [role="group"][tabindex="0"]')];
  return { ...opened, watched, later };
}

const input = (name: string) => screen.queryByLabelText(name, { selector: 'input, textarea' });

test('of many fields those near to the view are drawn, and stay; the browser finds the labels and values of the others', async () => {
  const { user, watched, later } = await openItem({ f150: 'Excalibur', near: 7 });
  expect(input('The f47')).toBeTruthy();
  expect(input('The f48')).toBeNull();
  expect(later()[0]?.getAttribute('aria-label')).toBe('Fields from The f48 on');
  const texts = later().map(({ textContent }) => textContent);
  expect(texts.join()).toContain('The f150 Excalibur');
  expect(texts.join()).toContain('The near 7');
  expect(later()).toHaveLength(7);
  await user.type(input('The f3') as HTMLElement, 'kept');
  act(() => watched.find(({ element }) => element === later()[0])?.see());
  await waitFor(() => expect(input('The f48')).toBeTruthy());
  expect(later()).toHaveLength(6);
  await user.type(input('The f48') as HTMLElement, 'kept too');
  expect([input('The f3'), input('The f48')].map((element) => (element as HTMLInputElement).value)).toEqual([
    'kept',
    'kept too',
  ]);
});

test('the keyboard comes to every field in its order, forwards and backwards, drawn or not', async () => {
  const { user, later } = await openItem();
  act(() => input('The f47')?.focus());
  await user.tab();
  expect(document.activeElement).toBe(input('The f48'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The f47'));
  // From behind the form, as from the bar of the browser.
  act(() => (document.activeElement as HTMLElement).blur());
  act(() => later().at(-1)?.focus());
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add group' }));
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The near'));
  expect(input('The f100')).toBeNull();
});

test('a save leads to the first field that is wrong, which is drawn for it alone', async () => {
  const { user, root, later } = await openItem({ bonuses: [{}, {}] });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const far = () => root.querySelector('[data-place="0"] input');
  await waitFor(() => expect(document.activeElement).toBe(far()));
  expect(far()).toBeTruthy();
  expect(input('The f48')).toBeNull();
  expect(later()).toHaveLength(6);
  expect(screen.getAllByText('required field')).toHaveLength(2);
});

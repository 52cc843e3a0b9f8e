import { act, createEvent, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { watchElements } from '../support/watch-elements.ts';

const count = 200;
const texts = Array.from({ length: count }, (_, place) => field(`f${place}`, 'text'));

/** 200 texts, a group, and rows at the end. */
const fields = inOrder([
  ...texts,
  field('looks', 'group'),
  field('near', 'integer', { parentId: 'looks' }),
  field('bonuses', 'dynamic-group'),
  field('far', 'integer', { parentId: 'bonuses' }),
]);

/** `far` became required after the item was saved. */
const withFarRequired = fields.map((entry) =>
  entry.id === 'far' ? field('far', 'integer', { parentId: 'bonuses', order: entry.order, required: true }) : entry,
);

async function openItem(values: Parameters<typeof saveBody>[2] = {}, fieldsNow = withFarRequired) {
  const server = await startTestServer();
  await saveTemplate(server, 'large', fields, { label: 'Large' });
  const [item] = await saveAll(server, [saveBody('large', fields, values, { label: 'One' })]);
  await saveTemplate(server, 'large', fieldsNow, { label: 'Large', version: 1 });
  const watched = watchElements();
  const id = item?.id ?? 0;
  const opened = await renderConsole(`/instance/${server.studio.dev}/templates/large/items/${id}/edit`, {
    as: 'owner',
    server,
  });
  await screen.findByLabelText(/^Label/);
  const later = () => [...opened.root.querySelectorAll<HTMLElement>('form [role="group"][tabindex="0"]')];
  return { ...opened, id, watched, later };
}

const input = (name: string) => screen.queryByLabelText(name, { selector: 'input, textarea' });

test('only fields near the viewport render, and stay rendered; find-in-page reaches labels and values of the others', async () => {
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

test('fields scrolled far away are unmounted without losing typed text, unless they have the focus', async () => {
  const { user, watched, later } = await openItem();
  const part = watched.find(({ element }) => element.contains(input('The f3')));
  await user.type(input('The f3') as HTMLElement, 'kept');
  act(() => part?.see());
  act(() => part?.leave(700));
  expect(later()).toHaveLength(7);
  act(() => input('The f30')?.focus());
  act(() => part?.leave(700));
  expect(later()).toHaveLength(8);
  expect(later()[0]?.textContent).toContain('The f3 kept');
  expect(later()[0]?.parentElement?.style.height).toBe('700px');
  expect(input('The f3')?.closest<HTMLElement>('[style*="display: none"]')).toBeTruthy();
  act(() => watched.find(({ element }) => element === later()[0])?.see());
  expect(later()).toHaveLength(7);
  expect(input('The f3')).toHaveProperty('value', 'kept');
});

test('hidden rows come back in their previous state', async () => {
  const { user, watched, later, root } = await openItem({ bonuses: [{ far: 1 }, { far: 2 }] });
  act(() => watched.find(({ element }) => element === later().at(-1))?.see());
  await user.type(root.querySelector('[data-place="1"] input') as HTMLElement, '5');
  await user.click(screen.getByRole('button', { name: 'Delete The bonuses row 1' }));
  const part = watched.findLast(({ element }) => element.contains(root.querySelector('[data-place="0"]')));
  act(() => part?.see());
  act(() => input('The f3')?.focus());
  act(() => part?.leave(300));
  expect(later().at(-1)?.textContent).toContain('The bonuses');
  act(() => watched.findLast(({ element }) => element === later().at(-1))?.see());
  const values = () => [...root.querySelectorAll<HTMLInputElement>('[data-place] input')].map(({ value }) => value);
  expect(values()).toEqual(['25']);
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  expect(values()).toEqual(['1', '25']);
});

test('Tab visits every field in order, forwards and backwards, rendered or not', async () => {
  const { user, root } = await openItem();
  act(() => input('The f47')?.focus());
  await user.tab();
  expect(document.activeElement).toBe(input('The f48'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The f47'));
  // Backwards from behind the form.
  const behind = root.appendChild(document.createElement('button'));
  behind.focus();
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Used by' }));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add group' }));
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The near'));
  expect(input('The f100')).toBeNull();
});

test('focus of unknown origin, such as the address bar, is assumed to come from before the form', async () => {
  const { later } = await openItem();
  act(() => later()[1]?.focus());
  expect(document.activeElement).toBe(input('The f72'));
});

test('a press on an unrendered field focuses the input that appears there, and nothing else', async () => {
  const { later } = await openItem();
  const under = vi.fn<typeof document.elementFromPoint>();
  document.elementFromPoint = under;
  onTestFinished(() => void Reflect.deleteProperty(document, 'elementFromPoint'));
  const press = (place: number) => {
    const event = createEvent.mouseDown(later()[place] as HTMLElement, { clientX: 30, clientY: 40 });
    fireEvent(later()[place] as HTMLElement, event);
    return { isLeftToBrowser: !event.defaultPrevented };
  };
  under.mockImplementation(() => input('The f50'));
  expect(press(0)).toEqual({ isLeftToBrowser: false });
  expect(under).toHaveBeenCalledWith(30, 40);
  expect(document.activeElement).toBe(input('The f50'));
  under.mockImplementation(() => screen.getByText('The f75'));
  expect(press(0)).toEqual({ isLeftToBrowser: false });
  expect(document.activeElement).toBe(input('The f75'));
  // Between the inputs there is nothing to focus.
  under.mockImplementation(() => input('The f96')?.closest('form') ?? null);
  expect(press(0)).toEqual({ isLeftToBrowser: true });
  expect(input('The f96')).toBeTruthy();
  expect(document.activeElement).toBe(input('The f75'));
});

const emptyGroups = (name: string) => Array.from({ length: 24 }, (_, place) => field(`${name}${place}`, 'group'));

test('Tab skips fields without an input, and enters a large nested group from both sides', async () => {
  const nodes = [
    ...texts.slice(0, 48),
    ...emptyGroups('before'),
    field('large', 'group'),
    ...texts.slice(48).map((entry) => ({ ...entry, parentId: 'large' })),
    ...emptyGroups('behind'),
    field('next', 'text'),
  ];
  const { user, root } = await openItem({}, inOrder(nodes));
  root.appendChild(document.createElement('button')).focus();
  await user.tab({ shift: true });
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The next'));
  await user.tab({ shift: true });
  expect(document.activeElement).toBe(input('The f199'));
  expect(input('The f120')).toBeNull();
  act(() => input('The f47')?.focus());
  await user.tab();
  expect(document.activeElement).toBe(input('The f48'));
});

test('after the last input Tab leaves the form', async () => {
  const { user } = await openItem({}, inOrder([...texts.slice(0, 48), ...emptyGroups('last')]));
  act(() => input('The f47')?.focus());
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Used by' }));
});

test('after a reset, unrendered fields have the reset values too', async () => {
  const { server, user, id, later } = await openItem({ f150: 'Before' });
  const shown = () => later().map(({ textContent }) => textContent);
  expect(shown().join()).toContain('The f150 Before');
  const change = { label: 'One', before: { f150: 'Before' }, id, version: 1 };
  await saveOne(server, saveBody('large', withFarRequired, { f3: 'Theirs', f150: 'Theirs' }, change), 'admin');
  await user.type(input('The f3') as HTMLElement, 'mine');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(await screen.findByRole('button', { name: 'Take theirs and drop my changes' }));
  expect(input('The f3')).toHaveProperty('value', 'Theirs');
  expect(shown().join()).toContain('The f150 Theirs');
});

test('a save focuses the first invalid field, rendering only that one', async () => {
  const { user, root, later } = await openItem({ bonuses: [{}, {}] });
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const far = () => root.querySelector('[data-place="0"] input');
  await waitFor(() => expect(document.activeElement).toBe(far()));
  expect(far()).toBeTruthy();
  expect(input('The f48')).toBeNull();
  expect(later()).toHaveLength(6);
  expect(screen.getAllByText('required field')).toHaveLength(2);
});

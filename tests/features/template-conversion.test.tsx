import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { confirmSave, openSword, setting, storedTemplate } from '../support/template-page.ts';

type Server = Awaited<ReturnType<typeof openSword>>['server'];

const convert = () => screen.findByRole('button', { name: 'Convert to…' });
const trial = async (name: string) => within(await screen.findByRole('dialog', { name }));
const pricesIn = async (server: Server) =>
  (
    await server.app.deps.database.query<{ price: unknown }>(
      `select "values"->'price' as price from items order by id`,
      [],
    )
  ).map(({ price }) => price);

test('a field is converted after a trial, saved with its values in the new form, and converted back', async () => {
  shows('4.conversion.dialog', '4.conversion.back');
  const opened = await openSword();
  const { user, server, untilPath, base } = opened;
  await setting(user, 'The price', 'Label');
  await user.click(await convert());
  await user.click(await screen.findByRole('menuitem', { name: /Text/ }));
  const dialog = await trial('Convert The price to Text');
  expect(await dialog.findByText('2 items keep their value in the new form, of 2 items:')).toBeTruthy();
  expect(dialog.getByRole('link', { name: /Excalibur #1/ }).closest('li')?.textContent).toBe(
    'Excalibur #1: 120 becomes 120',
  );
  await user.click(dialog.getByRole('button', { name: 'Convert field' }));
  // Nothing is saved yet, and the draft can be undone.
  expect((await storedTemplate(server)).header.version).toBe(1);
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const save = within(await screen.findByRole('dialog', { name: 'Save template changes' }));
  expect(await save.findByText('2 items keep their value in the new form')).toBeTruthy();
  await confirmSave(user);
  await untilPath(`${base}/sword/items`);
  expect(await pricesIn(server)).toEqual(['120', '7']);
  opened.close();

  const again = await openSword({ server });
  await setting(again.user, 'The price', 'Label');
  await again.user.click(await convert());
  await again.user.click(await screen.findByRole('menuitem', { name: 'Back to Integer' }));
  await again.user.click(screen.getByRole('button', { name: 'Save changes' }));
  expect(await screen.findByText('2 items keep their value in the new form')).toBeTruthy();
  await confirmSave(again.user);
  await again.untilPath(`${base}/sword/items`);
  expect(await pricesIn(server)).toEqual([120, 7]);
});

test('texts become options, and a text that cannot be one is shown with its item', async () => {
  const { user, server, fields } = await openSword();
  const [wrong] = await saveAll(server, [saveBody('sword', fields, { title: 'x'.repeat(97) }, { label: 'Longest' })]);
  await setting(user, 'The title', 'Label');
  await user.click(await convert());
  await user.click(await screen.findByRole('menuitem', { name: /Choice/ }));
  const first = await trial('Convert The title to Choice');
  expect(await first.findByText('1 value cannot be converted. Change it first:')).toBeTruthy();
  expect(first.getByRole('link', { name: `Longest #${wrong?.id}` })).toBeTruthy();
  expect(first.getByRole<HTMLButtonElement>('button', { name: 'Convert field' }).disabled).toBe(true);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await saveAll(server, [
    saveBody(
      'sword',
      fields,
      { title: 'Sting' },
      { id: wrong?.id ?? 0, version: 1, label: 'Longest', before: { title: 'x'.repeat(97) } },
    ),
  ]);
  await user.click(await convert());
  await user.click(await screen.findByRole('menuitem', { name: /Choice/ }));
  const second = await trial('Convert The title to Choice');
  expect(await second.findByText('2 values become options: Excalibur, Sting.')).toBeTruthy();
  await user.click(second.getByRole('button', { name: 'Convert field' }));
  expect((await screen.findByLabelText<HTMLInputElement>('Option 1')).value).toBe('Excalibur');
});

test('a field without a lossless form, and one that is new, offer nothing', async () => {
  const { user } = await openSword();
  await setting(user, 'The weight', 'Label');
  expect(screen.queryByRole('button', { name: 'Convert to…' })).toBeNull();
});

test('a converted link is shown by the label of its item, and its save opens at what lives on', async () => {
  shows('4.conversion.dialog');
  const server = await startTestServer();
  await saveTemplate(server, 'gem', [], { label: 'Gems' });
  const { id: ruby } = await saveOne(server, saveBody('gem', [], {}, { label: 'Ruby' }));
  const fields = inOrder([
    field('g1', 'dynamic-group', { name: 'gems', label: 'Gems' }),
    field('g2', 'item-link', { parentId: 'g1', name: 'gem', label: 'Gem', templateId: 'gem' }),
    field('g3', 'item-link', { name: 'best', label: 'Best', templateId: 'gem' }),
  ]);
  await saveTemplate(server, 'ring', fields, { label: 'Ring' });
  await saveOne(server, saveBody('ring', fields, { g1: [{ g2: ruby }], g3: ruby }, { label: 'Band' }));
  const path = `/instance/${server.studio.dev}/templates/ring/edit?tab=fields`;
  const { user } = await renderConsole(path, { as: 'owner', server });
  await screen.findByRole('tree');
  await setting(user, 'Best', 'Label');
  await user.click(await convert());
  await user.click(await screen.findByRole('menuitem', { name: /Item link list/ }));
  const dialog = await trial('Convert Best to Item link list');
  expect((await dialog.findByRole('link', { name: /^Band #/ })).closest('li')?.textContent).toMatch(
    /: Ruby #\d+ becomes Ruby #\d+$/,
  );
  await user.click(dialog.getByRole('button', { name: 'No, keep the type' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(within(screen.getByRole('tree')).getByText('Gems'));
  await user.click(await convert());
  await user.click(await screen.findByRole('menuitem', { name: /Item link list/ }));
  const rows = await trial('Convert Gems to Item link list');
  expect((await rows.findByRole('link', { name: /^Band #/ })).closest('li')?.textContent).toMatch(
    /: 1 row becomes Ruby #\d+$/,
  );
  await user.click(rows.getByRole('button', { name: 'Convert field' }));
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  const save = within(await screen.findByRole('dialog', { name: 'Save template changes' }));
  expect(save.getByRole('tab', { name: 'Removed (1)' })).toBeTruthy();
  expect(save.getByRole('tab', { name: 'Updated (1)', selected: true })).toBeTruthy();
});

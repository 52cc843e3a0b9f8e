import { comments, type NewThread } from '@quartermaster/contract/endpoints/comments.ts';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { field, inOrder, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { type Person, startTestServer, type TestServer } from '../support/server.ts';
import { choose } from './choose-instance.ts';

const fields = inOrder([field('title', 'text'), field('price', 'integer', { label: 'Price' })]);
let server: TestServer;
let itemId: number;

beforeEach(async () => {
  server = await startTestServer();
  await saveTemplate(server, 'thing', fields);
  ({ id: itemId } = await saveOne(server, saveBody('thing', fields, { title: 'Iron', price: 20 }, { label: 'Axe' })));
});

const params = () => ({ instanceId: server.studio.dev });
const about = () => ({ about: 'item' as const, template_id: 'thing', item_id: itemId });
const begin = (typed: Partial<NewThread> = {}, as: Person = 'owner') =>
  server.call(comments.create, { params: params(), body: { ...about(), text: 'Too dear?', ...typed } }, { as });
const threads = async (as: Person = 'owner') =>
  (await server.call(comments.list, { params: params(), query: about() }, { as })).threads;

interface Options {
  query?: string;
  as?: Person;
  follows?: boolean;
  intercept?: (fetch: typeof globalThis.fetch) => typeof globalThis.fetch;
}

async function openItem({ query = '', as = 'member', follows = true, intercept }: Options = {}) {
  const browser = await server.signIn(as);
  browser.follows = follows;
  const path = `/instance/${server.studio.dev}/templates/thing/items/${itemId}/edit${query}`;
  const view = await renderConsole(path, { server, as, browser, ...(intercept && { intercept }) });
  await screen.findByRole('button', { name: /^Comments/ });
  return view;
}

const panel = () => screen.findByRole('region', { name: 'Comments' });
const findThread = async (text: string | RegExp) => {
  const said = await within(await panel()).findByText(text);
  return within(said.closest('article') as HTMLElement);
};

describe('the panel of an item', () => {
  it('shows threads by field, and what somebody else writes as it is written', async () => {
    shows('5.comments.panel', '5.comments.live');
    await begin({ text: 'Looks **good**' });
    const onPrice = await begin({ field_id: 'price', text: 'Too dear?' });
    const { user } = await openItem();
    const button = await screen.findByRole('button', { name: 'Comments, 2 open, unread' });
    await user.click(button);
    const inPanel = within(await panel());
    expect((await inPanel.findByText('good')).tagName).toBe('STRONG');
    const places = await inPanel.findAllByRole('heading', { level: 3 });
    expect(places.map(({ textContent }) => textContent)).toEqual(['the item', 'Price']);
    await server.call(
      comments.reply,
      { params: { ...params(), commentId: onPrice.id }, body: { text: 'I think so' } },
      { as: 'owner' },
    );
    expect(await (await findThread('Too dear?')).findByText('I think so')).toBeTruthy();
    // Seen for a moment, it is read.
    await waitFor(async () => expect((await threads('member')).some(({ is_unread }) => is_unread)).toBe(false), {
      timeout: 8000,
    });
    await screen.findByRole('button', { name: 'Comments, 2 open' });
    await user.click(screen.getByRole('button', { name: 'Close comments' }));
    expect(document.activeElement).toBe(button);
  });

  const beginLong = async (answers: number, options: Options = {}) => {
    const { id } = await begin({ text: 'First' });
    const of = { params: { ...params(), commentId: id } };
    for (let answer = 1; answer <= answers; answer++)
      await server.call(comments.reply, { ...of, body: { text: `Answer ${answer}` } }, { as: 'owner' });
    return openItem({ query: '?comments', ...options });
  };
  const said = async () =>
    (await findThread('First')).getAllByText(/^(First|Answer \d+)$/).map(({ textContent }) => textContent);
  const answers = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => `Answer ${from + index}`);

  it('shows the first comment and the latest of a long thread, and the others on request', async () => {
    shows('5.comments.panel');
    const { user } = await beginLong(8);
    expect(await said()).toEqual(['First', ...answers(5, 8)]);
    await user.click(screen.getByRole('button', { name: '4 more comments' }));
    await waitFor(async () => expect(await said()).toEqual(['First', ...answers(1, 8)]));
    expect(screen.queryByRole('button', { name: /more comment/ })).toBeNull();
  });

  it('asks again for the other comments of a long thread after a failure', async () => {
    shows('5.comments.panel');
    let isBroken = true;
    const { user } = await beginLong(8, {
      follows: false,
      intercept: (fetch) => (input, init) =>
        isBroken && String(input instanceof Request ? input.url : input).includes('/replies')
          ? Promise.resolve(Response.json({ status_code: 404, error: 'x', message: 'Not now.' }, { status: 404 }))
          : fetch(input, init),
    });
    await said();
    await user.click(screen.getByRole('button', { name: '4 more comments' }));
    await (await findThread('First')).findByText(/Not now/);
    isBroken = false;
    await user.click(screen.getByRole('button', { name: '4 more comments' }));
    await waitFor(async () => expect(await said()).toEqual(['First', ...answers(1, 8)]));
  });

  it('does not mark comments as read that are hidden', async () => {
    shows('5.comments.live');
    const { user } = await beginLong(8);
    await begin({ text: 'Last' });
    await findThread('Last');
    const unread = async () =>
      (await threads('member')).filter(({ is_unread }) => is_unread).map((thread) => thread.comments[0]?.text);
    // Both are in view, and the long one was first.
    await waitFor(async () => expect(await unread()).not.toContain('Last'), { timeout: 8000 });
    expect(await unread()).toEqual(['First']);
    await user.click(screen.getByRole('button', { name: '4 more comments' }));
    await waitFor(async () => expect(await unread()).toEqual([]), { timeout: 8000 });
  });

  it('hides no comment that is being read when another one comes', async () => {
    shows('5.comments.panel');
    const { user } = await beginLong(4);
    expect(await said()).toEqual(['First', ...answers(1, 4)]);
    await user.click((await findThread('First')).getByRole('button', { name: 'Answer' }));
    await user.type((await findThread('First')).getByRole('textbox', { name: 'Answer' }), 'Answer 5');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(async () => expect(await said()).toEqual(['First', ...answers(1, 5)]));
  });

  it('begins threads, answers, resolves and opens them again', async () => {
    shows('5.comments.write', '5.comments.resolve');
    const { user } = await openItem();
    await user.click(await screen.findByRole('button', { name: 'Comments' }));
    await user.type(await within(await panel()).findByRole('textbox', { name: 'Comment on the item' }), 'First');
    await user.keyboard('{Control>}{Enter}{/Control}');
    const thread = await findThread('First');
    expect(screen.getByRole('textbox', { name: 'Comment on the item' })).toHaveProperty('value', '');
    await user.click(thread.getByRole('button', { name: 'Answer' }));
    await user.type(thread.getByRole('textbox', { name: 'Answer' }), 'Second');
    await user.click(thread.getByRole('button', { name: 'Answer' }));
    await thread.findByText('Second');
    await user.click(thread.getByRole('button', { name: 'Resolve' }));
    await within(await panel()).findByText('No open comments.');
    await user.click(await screen.findByRole('button', { name: 'Show 1 resolved' }));
    await user.click((await findThread('First')).getByRole('button', { name: 'Reopen' }));
    await waitFor(async () => expect((await threads())[0]?.resolved).toBeNull());
    expect((await threads())[0]?.comments.map(({ text }) => text)).toEqual(['First', 'Second']);
  });

  it('lets authors edit and delete their comments, and nobody else', async () => {
    shows('5.comments.author');
    await begin({ text: 'Of the owner' });
    await begin({ text: 'Mine' }, 'member');
    const { user } = await openItem({ query: '?comments' });
    expect((await findThread('Of the owner')).queryByRole('button', { name: 'Edit' })).toBeNull();
    await user.click((await findThread('Mine')).getByRole('button', { name: 'Edit' }));
    const input = await screen.findByRole('textbox', { name: 'Edit comment' });
    expect(input).toHaveProperty('selectionStart', 'Mine'.length);
    await user.keyboard(' too');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const edited = await findThread('Mine too');
    expect(await edited.findByText('edited')).toBeTruthy();
    await user.click(edited.getByRole('button', { name: 'Delete' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Mine too')).toBeNull());
    await waitFor(async () => expect(document.activeElement).toBe(await panel()));
    expect(await threads()).toHaveLength(1);
  });

  it('keeps the focus in the panel once a comment is deleted, and when the question is closed by Escape', async () => {
    shows('5.comments.author');
    await begin({ text: 'Mine' }, 'member');
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    let isDeleted = false;
    const { user } = await openItem({
      query: '?comments',
      follows: false,
      intercept: (fetch) => async (input, init) => {
        const response = await fetch(input, init);
        if (init?.method === 'DELETE') isDeleted = true;
        else if (isDeleted && String(input).includes('/comments?')) await isReleased;
        return response;
      },
    });
    const button = (await findThread('Mine')).getByRole('button', { name: 'Delete' });
    await user.click(button);
    await screen.findByRole('dialog');
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'Comments' })).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(button));
    await user.keyboard('{Enter}');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(await panel());
    release();
    await waitFor(() => expect(screen.queryByText('Mine')).toBeNull());
    expect(document.activeElement).toBe(await panel());
  });

  it('keeps what was typed when sending fails, and when it is closed', async () => {
    shows('5.comments.lost');
    let isBroken = true;
    const intercept: Options['intercept'] = (fetch) => (input, init) =>
      isBroken && init?.method === 'POST' && String(input).endsWith('/comments')
        ? Promise.reject(new TypeError('Failed to fetch'))
        : fetch(input, init);
    const { user } = await openItem({ query: '?comments', intercept });
    await user.type(await screen.findByRole('textbox', { name: 'Comment on the item' }), 'Kept');
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await within(await panel()).findByRole('alert')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Close comments' }));
    await user.click(await screen.findByRole('button', { name: 'Comments' }));
    const again = await screen.findByRole('textbox', { name: 'Comment on the item' });
    expect(again).toHaveProperty('value', 'Kept');
    isBroken = false;
    await user.click(screen.getByRole('button', { name: 'Comment' }));
    await findThread('Kept');
    expect(Object.keys(localStorage).filter((key) => key.includes('draft:text'))).toEqual([]);
  });

  it('keeps an answer that is being written when somebody else resolves its thread', async () => {
    shows('5.comments.lost');
    const { id } = await begin({ text: 'First' });
    const { user } = await openItem({ query: '?comments' });
    await user.click((await findThread('First')).getByRole('button', { name: 'Answer' }));
    const input = (await findThread('First')).getByRole('textbox', { name: 'Answer' });
    await user.type(input, 'I ');
    const of = { params: { ...params(), commentId: id } };
    await server.call(comments.resolve, { ...of, body: { resolved: true } }, { as: 'owner' });
    await (await findThread('First')).findByText('Resolved by owner');
    await user.keyboard('agree');
    expect(document.activeElement).toBe(input);
    expect(input).toHaveProperty('value', 'I agree');
  });

  it('keeps an answer that is being written when its thread is deleted', async () => {
    shows('5.comments.lost');
    const { id } = await begin({ text: 'First' });
    await begin({ text: 'Second' });
    const { user } = await openItem({ query: '?comments' });
    await user.click((await findThread('First')).getByRole('button', { name: 'Answer' }));
    const input = (await findThread('First')).getByRole('textbox', { name: 'Answer' });
    await user.type(input, 'I ');
    await server.call(comments.delete, { params: { ...params(), commentId: id } }, { as: 'owner' });
    const discard = await screen.findByRole('button', { name: 'Discard' });
    expect(screen.getAllByText('This comment was deleted.').length).toBeGreaterThan(0);
    await user.keyboard('agree{Control>}{Enter}{/Control}{Escape}');
    expect(input).toHaveProperty('value', 'I agree');
    expect(screen.queryByText('First')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Copy text' }));
    await waitFor(async () => expect(await navigator.clipboard.readText()).toBe('I agree'));
    await user.click(discard);
    expect(input.isConnected).toBe(false);
    expect(document.activeElement).toBe(await panel());
    expect((await threads()).map(({ comments: [first] }) => first?.text)).toEqual(['Second']);
  });

  it('keeps another text of a comment while its thread is resolved, and when it is deleted elsewhere', async () => {
    shows('5.comments.lost');
    const { id } = await begin({ text: 'Mine' }, 'member');
    const { user } = await openItem({ query: '?comments' });
    const thread = await findThread('Mine');
    await user.click(thread.getByRole('button', { name: 'Edit' }));
    const input = thread.getByRole('textbox', { name: 'Edit comment' });
    await user.keyboard(' too');
    const of = { params: { ...params(), commentId: id } };
    await server.call(comments.resolve, { ...of, body: { resolved: true } }, { as: 'owner' });
    await thread.findByText('Resolved by owner');
    await user.keyboard(', and');
    await server.call(comments.delete, of, { as: 'member' });
    const discard = await thread.findByRole('button', { name: 'Discard' });
    await user.keyboard(' more');
    expect(document.activeElement).toBe(input);
    expect(input).toHaveProperty('value', 'Mine too, and more');
    await user.click(discard);
    await waitFor(async () => expect(document.activeElement).toBe(await panel()));
    expect(input.isConnected).toBe(false);
  });

  it('finds a comment that arrived although the response was lost, and says so if it did not', async () => {
    shows('5.comments.lost');
    let arrives = false;
    let lists = 0;
    const { user } = await openItem({
      query: '?comments',
      follows: false,
      intercept: (fetch) => async (input, init) => {
        const isNew = init?.method === 'POST' && String(input).endsWith('/comments');
        if (isNew && arrives) await fetch(input, init);
        if (isNew) throw new TypeError('Failed to fetch');
        const response = await fetch(input, init);
        if (String(input).includes('/comments?')) lists += 1;
        return response;
      },
    });
    const input = await screen.findByRole('textbox', { name: 'Comment on the item' });
    await user.type(input, 'Once');
    const before = lists;
    await user.keyboard('{Control>}{Enter}{/Control}');
    await waitFor(() => expect(lists).toBeGreaterThan(before));
    expect(within(await panel()).getByRole('alert').textContent).toContain(
      'it is not known whether the comment arrived',
    );
    expect(input).toHaveProperty('value', 'Once');
    arrives = true;
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findThread('Once');
    await waitFor(() => expect(input).toHaveProperty('value', ''));
    expect(within(await panel()).queryByRole('alert')).toBeNull();
    expect(await threads()).toHaveLength(1);
  });

  it('says that the thread of an address was deleted', async () => {
    shows('5.comments.address');
    const { id } = await begin({ text: 'First' });
    await openItem({ query: `?thread=${id + 1000}` });
    expect(await within(await panel()).findByText('This comment was deleted.')).toHaveProperty('role', 'status');
    await waitFor(async () => expect(document.activeElement).toBe(await panel()));
  });

  it('stays closed while other parts of its address change', async () => {
    shows('5.comments.address');
    const { id } = await begin({ text: 'First' });
    const { user, console } = await openItem({ query: `?thread=${id}` });
    await findThread('First');
    await user.click(screen.getByRole('button', { name: 'Close comments' }));
    const address = new URL(location.href);
    address.searchParams.set('drops.n', '20');
    console.goTo(address, true);
    await waitFor(() => expect(location.search).toContain('drops.n=20'));
    expect(screen.queryByRole('region', { name: 'Comments' })).toBeNull();
  });

  it('sends one comment for two presses in a row', async () => {
    shows('5.comments.write');
    const { user } = await openItem({ query: '?comments' });
    await user.type(await screen.findByRole('textbox', { name: 'Comment on the item' }), 'Once');
    const button = screen.getByRole('button', { name: 'Comment' });
    button.click();
    button.click();
    await findThread('Once');
    expect(await threads()).toHaveLength(1);
  });

  it('offers people after @, and mentions those who are still in the text', async () => {
    shows('5.comments.mention');
    const { user } = await openItem({ query: '?comments' });
    const input = await screen.findByRole('textbox', { name: 'Comment on the item' });
    await user.type(input, 'Ask @own');
    const option = await screen.findByRole('option', { name: 'owner' });
    expect(input.getAttribute('aria-activedescendant')).toBe(option.id);
    await user.keyboard('{Enter}');
    expect(input).toHaveProperty('value', 'Ask @owner ');
    await user.type(input, 'or @ad');
    await screen.findByRole('option', { name: 'admin' });
    await user.keyboard('{Tab}{Backspace}{Backspace}');
    await user.keyboard('{Control>}{Enter}{/Control}');
    await findThread('@owner');
    expect((await threads())[0]?.comments[0]?.mentions.map(({ name }) => name)).toEqual(['owner']);
  });

  it('offers nobody of an earlier search while the next one is loading', async () => {
    shows('5.comments.mention');
    const { promise: isLate, resolve: answer } = Promise.withResolvers<void>();
    let isRequested = false;
    const { user } = await openItem({
      query: '?comments',
      intercept: (fetch) => async (input, init) => {
        if (!String(input).includes('search=owner+hello')) return fetch(input, init);
        isRequested = true;
        await isLate;
        return fetch(input, init);
      },
    });
    await user.type(await screen.findByRole('textbox', { name: 'Comment on the item' }), '@owner');
    await screen.findByRole('option', { name: 'owner' });
    await user.keyboard(' hello');
    await waitFor(() => expect(isRequested).toBe(true));
    expect(screen.queryByRole('option', { name: 'owner' })).toBeNull();
    answer();
  });

  it('is opened at a thread by the address of a mail, also at a resolved one', async () => {
    shows('5.comments.address');
    const { id } = await begin({ field_id: 'price', text: 'Here' });
    await server.call(
      comments.resolve,
      { params: { ...params(), commentId: id }, body: { resolved: true } },
      { as: 'owner' },
    );
    await openItem({ query: `?thread=${id}` });
    await findThread('Here');
    await waitFor(() => expect(document.activeElement?.getAttribute('data-thread')).toBe(String(id)));
  });
});

describe('the comments at a field', () => {
  it('are one button away, which begins the first', async () => {
    shows('5.comments.bubble');
    await begin({ field_id: 'price' }, 'member');
    const { user } = await openItem({ as: 'owner' });
    const bubble = await screen.findByRole('button', { name: '1 comment on Price, unread' });
    expect(screen.queryByRole('button', { name: 'Comment on The title' })).toBeNull();
    await user.click(bubble);
    await findThread('Too dear?');
    await waitFor(() => expect(document.activeElement?.textContent).toContain('Too dear?'));

    await user.click(screen.getByRole('textbox', { name: 'The title' }));
    await user.keyboard('{Control>}{Alt>}m{/Alt}{/Control}');
    const input = await screen.findByRole('textbox', { name: 'Comment on The title' });
    await waitFor(() => expect(document.activeElement).toBe(input));
    await user.keyboard('Why iron?{Control>}{Enter}{/Control}');
    await screen.findByRole('button', { name: '1 comment on The title' });
    expect((await threads()).at(-1)).toMatchObject({ field_id: 'title' });
  });
});

describe('lists', () => {
  it('have a column of open comments, which leads to them, and a filter', async () => {
    shows('5.comments.column');
    await begin();
    await saveOne(server, saveBody('thing', fields, { title: 'Wood', price: 1 }, { label: 'Bow' }));
    const list = `/instance/${server.studio.dev}/templates/thing/items`;
    const { user } = await renderConsole(list, { server, as: 'member' });
    const link = await screen.findByRole('link', { name: '1 open comment, unread' });
    expect(link.getAttribute('href')).toContain(`/items/${itemId}/edit?comments`);
    await user.click(link);
    await findThread('Too dear?');
  });

  it('mark an item with unread comments of resolved threads only, without a number', async () => {
    shows('5.comments.column');
    const { id } = await begin();
    const of = { params: { ...params(), commentId: id } };
    await server.call(comments.resolve, { ...of, body: { resolved: true } }, { as: 'owner' });
    await renderConsole(`/instance/${server.studio.dev}/templates/thing/items`, { server, as: 'member' });
    expect((await screen.findByRole('link', { name: 'Comments, unread' })).textContent).toBe('•');
  });

  it('are filtered by open comments', async () => {
    shows('5.comments.filter');
    await begin();
    await saveOne(server, saveBody('thing', fields, { title: 'Wood', price: 1 }, { label: 'Bow' }));
    const list = `/instance/${server.studio.dev}/templates/thing/items?filter=comments:notEmpty:`;
    await renderConsole(list, { server, as: 'member' });
    await screen.findByRole('button', { name: 'Edit filter Has open comments' });
    await screen.findByRole('row', { name: /Axe/ });
    expect(screen.queryByRole('row', { name: /Bow/ })).toBeNull();
  });
});

it('a template has comments of its own', async () => {
  shows('5.comments.template');
  const { user } = await renderConsole(`/instance/${server.studio.dev}/templates/thing/edit`, { server, as: 'owner' });
  await user.click(await screen.findByRole('button', { name: 'Comments' }));
  await user.type(await screen.findByRole('textbox', { name: 'Comment on the template' }), 'More fields?');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await findThread('More fields?');
  await user.keyboard('{Escape}');
  await screen.findByRole('button', { name: 'Comments, 1 open' });
});

it('a mention waits on the dashboard, and leads to its thread', async () => {
  shows('5.comments.waiting');
  const { people } = await server.call(
    comments.listPeople,
    { params: params(), query: { search: 'member' } },
    { as: 'owner' },
  );
  await begin({ text: 'What do you think, @member?', mentions: people.map(({ id }) => id ?? 0) });
  await choose(server, 'member', server.studio.dev);
  const { user } = await renderConsole('/', { server, as: 'member' });
  await user.click(await screen.findByRole('link', { name: /What do you think/ }));
  await findThread(/What do you think/);
});

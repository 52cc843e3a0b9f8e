import type { ItemValues } from '@quartermaster/contract/content/item-fields.ts';
import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { shows } from '../specification/shows.ts';
import { renderConsole } from '../support/console.tsx';
import { isLong } from '../support/long.ts';
import { field, inOrder, randomNumbers, saveAll, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer, type TestServer } from '../support/server.ts';
import { syncOf } from '../support/sync.ts';
import { timeout } from '../support/timeout.ts';

/** Random changes by others, and what is typed into the form and the grid. */
const steps = isLong ? 5000 : 60;
/** Deterministic; printed, so that a failure can be repeated. */
const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));

const fields = inOrder([field('title', 'text'), field('price', 'integer')]);
const withExtra = inOrder([...fields, field('extra', 'text')]);
const templateId = 'thing';

/** Opens a page in a console that follows the server. */
async function openPage(server: TestServer, page: 'items' | 'itemsGrid' | 'item', instanceId: number, id = 0) {
  const browser = await server.signIn('admin');
  browser.follows = true;
  let calls = 0;
  const opened = await renderConsole(pathTo(paths[page], { instanceId, templateId, id }), {
    server,
    as: 'admin',
    browser,
    intercept:
      (fetch) =>
      (...call) => {
        calls += 1;
        return fetch(...call);
      },
  });
  const { root, user } = opened;
  const inside = within(root);
  const rows = () =>
    inside
      .getAllByRole('row')
      .slice(1)
      .filter((row) => !row.hasAttribute('data-blank'));
  return {
    ...opened,
    calls: () => calls,
    rows,
    /** The texts of the rows, in their order. */
    texts: () => rows().map((row) => [...row.children].map(({ textContent }) => textContent)),
    /** Shows rows that have come or gone. */
    showNews: async () => {
      const button = inside.queryByRole('button', { name: 'Show' });
      if (button) await user.click(button);
    },
  };
}

/** What others do to the items of an instance, by calls; two items are never deleted. */
function othersOn(server: TestServer, random: () => number) {
  const { dev } = server.studio;
  const as = { as: 'owner' } as const;
  const ids: number[] = [];
  let version = 0;
  let hasExtra = false;
  const pick = (from = 0) => ids[from + Math.floor(random() * (ids.length - from))];
  const price = () => Math.floor(random() * 100);
  const read = async (id: number) => {
    const { item } = await server.call(items.get, { params: { instanceId: dev, templateId, id } }, as);
    const values = Object.fromEntries(item.fields.map((one) => [one.id, one.value])) as ItemValues;
    return { label: item.header.internal_label, version: item.version, values };
  };
  const changed = async (id: number, values: ItemValues) => {
    const { values: before, version: known } = await read(id);
    const label = `Item ${id} ${price()}`;
    return saveBody(templateId, fields, { ...before, ...values }, { label, id, version: known, before });
  };
  const create = async () => {
    const values = { title: `Title ${price()}`, price: price() };
    const { id } = await saveOne(server, saveBody(templateId, fields, values, { label: `New ${price()}` }));
    ids.push(id);
    return id;
  };
  const saveFields = async () => {
    version = await saveTemplate(server, templateId, hasExtra ? withExtra : fields, { version });
  };
  const doings: [share: number, run: () => Promise<unknown>][] = [
    [
      0.35,
      async () =>
        saveOne(server, await changed(pick() ?? 0, random() < 0.5 ? { price: price() } : { title: `T${price()}` })),
    ],
    [
      0.1,
      async () =>
        saveAll(server, [
          await changed(ids[0] ?? 0, { price: price() }),
          await changed(ids[1] ?? 0, { title: 'Both' }),
        ]),
    ],
    [0.15, create],
    [
      0.1,
      async () => {
        const id = pick(2);
        if (id === undefined) return;
        ids.splice(ids.indexOf(id), 1);
        await server.call(items.delete, { params: { instanceId: dev, templateId, id } }, as);
      },
    ],
    [
      0.1,
      () => {
        const selection = { template_id: templateId, ids: ids.slice(0, 4) };
        const action = { operations: [{ field_id: 'price', op: 'set' as const, value: price() }] };
        return server.call(bulkEdits.apply, { params: { instanceId: dev }, body: { selection, action } }, as);
      },
    ],
    [
      0.1,
      () => {
        hasExtra = !hasExtra;
        return saveFields();
      },
    ],
    [0.1, () => syncOf(server, dev).all()],
  ];
  return {
    saveFields,
    create,
    read,
    /** The first two, which stay. */
    ids,
    /** Makes one random change. */
    act: async () => {
      let at = random();
      for (const [share, run] of doings) {
        if (at < share) return void (await run());
        at -= share;
      }
    },
  };
}

it(
  `three consoles lose nothing that is typed, and show what a fresh load shows, after ${steps} steps (seed ${seed})`,
  async () => {
    shows('5.live.same');
    const server = await startTestServer();
    const { dev, stage } = server.studio;
    const random = randomNumbers(seed);
    const others = othersOn(server, random);
    await others.saveFields();
    const [inForm, inGrid] = [await others.create(), await others.create()];
    await syncOf(server, dev).all();

    const list = await openPage(server, 'items', stage);
    const grid = await openPage(server, 'itemsGrid', dev);
    const form = await openPage(server, 'item', dev, inForm);
    const { user } = form;
    const title = await within(form.root).findByLabelText<HTMLTextAreaElement>('The title', {
      selector: 'input, textarea',
    });
    const price = () => within(form.root).getByLabelText<HTMLInputElement>('The price', { selector: 'input' });
    await waitFor(() => expect([list.rows().length, grid.rows().length]).toEqual([2, 2]));
    for (const { untilFollows } of [list, grid, form]) await untilFollows();
    const heads = () =>
      within(grid.root)
        .getAllByRole('columnheader')
        .map((head) => head.getAttribute('aria-label'));
    const cell = () => grid.rows()[1]?.children[heads().indexOf('The price')] as HTMLElement;
    const before = [list, grid, form].map(({ calls }) => calls());

    let typed = title.value;
    let edited = cell().textContent;
    const expectTyped = () => {
      expect(title.value).toBe(typed);
      expect(cell().textContent).toBe(edited);
    };
    const type = async () => {
      const key = String.fromCharCode(97 + Math.floor(random() * 26));
      typed += key;
      await user.type(title, key);
    };
    const edit = async () => {
      edited = String(100 + Math.floor(random() * 900));
      await user.click(cell());
      await user.keyboard(`${edited}{Enter}`);
    };
    await type();
    await edit();
    for (let step = 0; step < steps; step += 1) {
      const what = random();
      if (what < 0.15) await type();
      else if (what < 0.25) await edit();
      else await others.act();
      expectTyped();
    }

    // Once it is quiet.
    const { values, label } = await others.read(inForm);
    const labelOf = () => within(form.root).getByLabelText<HTMLInputElement>(/^Label/, { selector: 'input' });
    await waitFor(() => expect([price().value, labelOf().value]).toEqual([String(values.price), label]));
    for (const [page, instanceId, kind] of [
      [list, stage, 'items'],
      [grid, dev, 'itemsGrid'],
    ] as const) {
      const fresh = await openPage(server, kind, instanceId);
      await within(fresh.root).findAllByRole('row');
      const priceAt = heads().indexOf('The price');
      /** What is not edited in the grid. */
      const saved = (texts: string[][]) =>
        texts.map((row, y) => row.map((text, x) => (kind === 'itemsGrid' && y === 1 && x === priceAt ? '' : text)));
      await waitFor(async () => {
        await page.showNews();
        expect(page.texts().length).toBeGreaterThan(1);
        expect(saved(page.texts())).toEqual(saved(fresh.texts()));
      });
      fresh.close();
    }
    expectTyped();
    // Each screen asks at most for all that it shows, for each change.
    for (const [at, { calls }] of [list, grid, form].entries())
      expect(calls() - (before[at] ?? 0)).toBeLessThan(12 * steps);
    await user.type(title, '{Control>}s{/Control}');
    await waitFor(async () => expect((await others.read(inForm)).values.title).toBe(typed));
    await user.click(cell());
    await user.keyboard('{Control>}s{/Control}');
    await waitFor(async () => expect((await others.read(inGrid)).values.price).toBe(Number(edited)));
  },
  isLong ? 40 * 60_000 : 6 * timeout,
);

import { filterList, freshContext, openBrowser, openForm, openList } from './support/browser.ts';
import { buildFloor, startFloor } from './support/floor.ts';
import { withClient } from './support/prepare.ts';

const url = process.argv[2]!;
await buildFloor();
const f = await startFloor(url, true);
console.log('ready', f.readyAfter);
const o = `http://127.0.0.1:${f.port}`;
const label = await withClient(
  url,
  async (c) => (await c.query('select label from items where id=10501')).rows[0].label,
);
const b = await openBrowser();
const site = {
  list: `${o}/list/bench_10000`,
  form: `${o}/form/bench_10000/10501`,
  state: async () => undefined,
  row: 'tr[data-row]',
  filter: (p, t) => p.getByRole('textbox').fill(t),
  lastEvent: 'input',
};
for (let i = 0; i < 4; i++) {
  const c = await freshContext(b, site);
  const p = await c.newPage();
  p.on('pageerror', (e) => console.log(e));
  p.on('console', (m) => console.log(m.text()));
  const r = [await openList(p, site)];
  await p.goto('about:blank');
  r.push(await openList(p, site));
  r.push(await filterList(p, site, 'sword'));
  if (i == 0) await p.screenshot({ path: '/tmp/floor-list.png' });
  await p.goto('about:blank');
  r.push(await openForm(p, site, label));
  await p.goto('about:blank');
  r.push(await openForm(p, site, label));
  if (i == 0) await p.screenshot({ path: '/tmp/floor-form.png' });
  console.log(r.map((x) => x.toFixed(0)).join(' '));
  await c.close();
}
await b.close();
await f.stop();

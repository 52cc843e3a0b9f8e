import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { buildServer } from '../../server/build-server.ts';
import type { App } from '../../server/core/app/deps.ts';
import { eventually } from '../support/eventually.ts';
import { testEnvironment } from '../support/server.ts';
import { testDatabase } from '../support/server-database.ts';

interface Turnstile {
  render: (container: unknown, options: Record<string, unknown>) => string;
  reset: (id?: string) => void;
  remove: (id?: string) => void;
  getResponse: (id?: string) => string | undefined;
  isExpired: (id?: string) => boolean;
}

let app: App;
beforeAll(async () => {
  app = await buildServer({ database: await testDatabase(), config: testEnvironment({ TURNSTILE_STAND_IN: '1' }) });
});

afterEach(() => {
  document.body.replaceChildren();
  delete (window as { turnstile?: Turnstile }).turnstile;
});

/** A page that has loaded the script, in a browser with this cookie. */
async function openPage(outcomes?: string) {
  const script = await app.inject({
    url: '/dev/turnstile/api.js?render=explicit',
    headers: outcomes === undefined ? {} : { cookie: `other=1; turnstile_stand_in=${outcomes}` },
  });
  expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
  expect(script.headers['cross-origin-resource-policy']).toBe('cross-origin');
  document.body.innerHTML = '<div id="here"></div>';
  // biome-ignore lint/security/noGlobalEval: the script is under test; a script element would use the network
  window.eval(script.body);
  const { turnstile } = window as unknown as { turnstile: Turnstile };
  const onCallback = vi.fn();
  const names = ['callback', 'error-callback', 'expired-callback', 'timeout-callback', 'unsupported-callback'];
  const interactive = ['before-interactive-callback', 'after-interactive-callback'];
  const callbacks = Object.fromEntries(
    [...names, ...interactive].map((name) => [name, (...given: unknown[]) => onCallback(name, ...given) ?? true]),
  );
  const render = (sitekey = 'stand-in') => turnstile.render('#here', { sitekey, ...callbacks });
  return { turnstile, onCallback, render };
}

const token = (kind: string) => expect.stringMatching(new RegExp(`^stand-in\\.${kind}\\.[0-9a-f-]{36}$`));
const expectCalls = (onCallback: ReturnType<typeof vi.fn>, ...calls: unknown[][]) =>
  eventually(() => expect(onCallback.mock.calls).toEqual(calls));

const verify = async (response: unknown, secret = 'stand-in') =>
  (await app.inject({ method: 'POST', url: '/dev/turnstile/siteverify', payload: { secret, response } })).json();

test('passes, with a token that is valid once', async () => {
  const { turnstile, onCallback, render } = await openPage();
  const id = render();
  await expectCalls(onCallback, ['callback', token('pass')]);
  const response = turnstile.getResponse(id);
  expect(onCallback).toHaveBeenCalledWith('callback', response);
  expect(await verify(response, 'another')).toMatchObject({ success: false, 'error-codes': ['invalid-input-secret'] });
  expect(await verify(response, '')).toMatchObject({ success: false, 'error-codes': ['missing-input-secret'] });
  expect(await verify(response)).toMatchObject({ success: true, 'error-codes': [] });
  expect(await verify(response)).toMatchObject({ success: false, 'error-codes': ['timeout-or-duplicate'] });
});

test('fails, with a token that is rejected', async () => {
  const { onCallback, render } = await openPage('fail');
  render();
  await expectCalls(onCallback, ['callback', token('fail')]);
  expect(await verify(onCallback.mock.calls[0]?.[1])).toMatchObject({
    success: false,
    'error-codes': ['invalid-input-response'],
  });
});

test.each(['110200', '300030', '600010'])('fails with the error %s, and passes after a reset', async (code) => {
  const { turnstile, onCallback, render } = await openPage(`${code}.pass`);
  const id = render();
  await expectCalls(onCallback, ['error-callback', code]);
  expect(turnstile.getResponse(id)).toBeUndefined();
  turnstile.reset(id);
  await expectCalls(onCallback, ['error-callback', code], ['callback', token('pass')]);
});

test('takes its outcomes from the site key if there is no cookie', async () => {
  const { onCallback, render } = await openPage();
  render('stand-in.300030.pass');
  await expectCalls(onCallback, ['error-callback', '300030']);
});

test('lets a token expire', async () => {
  const { turnstile, onCallback, render } = await openPage('expire');
  const id = render();
  await expectCalls(onCallback, ['callback', token('pass')], ['expired-callback']);
  expect([turnstile.isExpired(id), turnstile.getResponse(id)]).toEqual([true, undefined]);
});

test('waits for a press of its button', async () => {
  const { onCallback, render } = await openPage('interactive');
  render();
  await expectCalls(onCallback, ['before-interactive-callback']);
  document.querySelector('button')?.click();
  await expectCalls(
    onCallback,
    ['before-interactive-callback'],
    ['after-interactive-callback'],
    ['callback', token('pass')],
  );
});

test.each(['timeout', 'unsupported'])('reports %s', async (name) => {
  const { onCallback, render } = await openPage(name);
  render();
  await expectCalls(onCallback, [`${name}-callback`]);
});

test('removes itself from the page, and runs no callbacks afterwards', async () => {
  const { turnstile, onCallback, render } = await openPage('pass');
  turnstile.remove(render());
  expect(document.querySelector('#here')?.childElementCount).toBe(0);
  render();
  await expectCalls(onCallback, ['callback', token('pass')]);
});

test('cannot be loaded if the cookie lacks permission', async () => {
  const script = await app.inject({ url: '/dev/turnstile/api.js', headers: { cookie: 'turnstile_stand_in=gone' } });
  expect(script.statusCode).toBe(404);
});

test('ignores cookie values that are not outcomes', async () => {
  const cookie = `turnstile_stand_in=${encodeURIComponent('";alert(1)//.pass')}`;
  const script = await app.inject({ url: '/dev/turnstile/api.js', headers: { cookie } });
  expect(script.body).not.toContain('alert');
  expect(script.body).toContain('["pass"]');
});

test.each(['GET /dev/turnstile/api.js', 'POST /dev/turnstile/siteverify'])(
  '%s does not answer for a foreign host name',
  async (call) => {
    const [method, url] = call.split(' ') as ['GET' | 'POST', string];
    const answer = await app.inject({ method, url, headers: { host: 'attacker.example' } });
    expect(answer.statusCode).toBe(421);
  },
);

import { QueryClient } from '@tanstack/react-query';
import { type LoaderFunctionArgs, matchRoutes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { createRoutes } from '../../src/app/routes.tsx';
// Before any navigation, so that none waits for the page's code.
import '../../src/features/templates/template-edit-page.tsx';
import type { Request } from '../../src/shared/services/services.ts';

afterEach(() => {
  vi.useRealTimers();
});

const address = '/instance/1/templates/sword/edit';

/** Navigates to the page of a template; `answer` ends its call. */
function navigate() {
  const answered = Promise.withResolvers<unknown>();
  const request = vi.fn(() => answered.promise);
  const queries = new QueryClient();
  const routes = createRoutes({
    request: request as unknown as Request,
    queries,
    isSessionKnown: () => true,
    replacementOf: () => null,
    isPart: false,
  });
  const match = matchRoutes(routes, address)?.at(-1);
  const { loader } = match?.route ?? {};
  if (typeof loader !== 'function') throw new Error(`There is no loader at ${address}.`);
  const onLoaded = vi.fn();
  const begin = async () => {
    const args = {
      params: match?.params,
      request: { url: `http://console${address}` },
    } as unknown as LoaderFunctionArgs;
    await loader(args, {});
    onLoaded();
  };
  return { begin, onLoaded, request, queries, answer: answered.resolve };
}

test('a page is rendered once its queries have been answered', async () => {
  vi.useFakeTimers();
  const { begin, onLoaded, request, answer } = navigate();
  const loaded = begin();
  await vi.advanceTimersByTimeAsync(30);
  expect(request).toHaveBeenCalled();
  expect(onLoaded).not.toHaveBeenCalled();
  answer({ id: 'sword' });
  await loaded;
});

test('a slow response does not delay navigation', async () => {
  vi.useFakeTimers();
  const { begin } = navigate();
  const loaded = begin();
  await vi.advanceTimersByTimeAsync(50);
  await loaded;
});

test('cached data is shown during a refetch', async () => {
  vi.useFakeTimers();
  const { begin, request, queries, answer } = navigate();
  answer({ id: 'sword' });
  await begin();
  await queries.invalidateQueries();
  request.mockReturnValue(new Promise(() => undefined));
  await begin();
  expect(request).toHaveBeenCalledTimes(2);
});

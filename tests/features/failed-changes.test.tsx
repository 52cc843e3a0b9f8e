import { bulkEdits } from '@quartermaster/contract/endpoints/bulk-edits.ts';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '../../src/app/query-client.ts';
import { useApplyDoor } from '../../src/shared/data/doors.ts';
import { type ChangeName, changes } from '../../src/shared/http/changes.ts';
import { HttpError } from '../../src/shared/http/http-error.ts';
import { type Services, ServicesContext } from '../../src/shared/services/services.ts';
import { shows } from '../specification/shows.ts';

const sources = import.meta.glob<string>('../../src/**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true });
const modules = import.meta.glob<Record<string, unknown>>(
  [
    '../../src/shared/data/**/*.ts',
    '../../src/shared/workspaces/create-project.ts',
    '../../src/shared/access/activate-instance.ts',
    '../../src/shared/billing/use-change-subscription.ts',
  ],
  { eager: true },
);

/** Hooks that the loop below exercises; a download and a bulk upload are tested with their only buttons. */
const looped = (Object.keys(changes) as ChangeName[]).filter(
  (name) => name !== 'downloadFile' && name !== 'createImages',
);

const refusal = new HttpError(422, { status_code: 422, error: 'invalid', message: 'No.' }, 'id');
const breakdown = new HttpError(500, { status_code: 500, error: 'internal', message: 'No.' }, 'id');

/** Hooks of which others are made. */
const shared = new Set(['useContentChange', 'useUndoableChange', 'useApplyDoor']);

/** The changes of doors, whose hook is the same. */
const doors = (['editItems', 'replaceTexts'] as const).map(
  (of) => [of, () => useApplyDoor(1, bulkEdits, { of, textOf: () => '' })] as const,
);

type Run = (variables?: unknown) => unknown;

/** Arguments of the changes; most are not read before the server has answered. */
const variables = { scope: { kind: 'all' }, about: {} };

/** The return value of such a hook: a function, a mutation, or a function that returns one. */
function runOf(found: unknown): Run {
  if (typeof found === 'function') return found as Run;
  const { mutateAsync, remove } = found as { mutateAsync?: Run; remove?: Run };
  return mutateAsync ?? remove ?? expect.fail('a hook of another kind');
}

/** Makes every change against a server that answers with an error; returns the toasts of each change. */
async function failAll(error: HttpError) {
  const toasted = new Map<ChangeName, string[]>();
  let titles: string[] = [];
  const notify = {
    success: vi.fn(),
    info: vi.fn(),
    error: (title: string) => void titles.push(title),
    unanswered: vi.fn(),
    errors: vi.fn(),
  };
  const queries = createQueryClient({
    notify,
    report: () => undefined,
    onPageFailed: () => undefined,
    onRefused: () => undefined,
    onDone: () => undefined,
  });
  queries.setQueryData(['workspaces', 'list'], { workspaces: [] });
  queries.setQueryData(['account', 'settings'], { active_instance_id: 5 });
  let made: ChangeName | undefined;
  queries.getMutationCache().subscribe(({ mutation }) => {
    made = mutation?.meta?.of;
  });
  const request = () => Promise.reject(error);
  // A call with a file is authorized before it is sent.
  const session = { authorize: request };
  const services = { notify, follow: () => undefined, request, session } as unknown as Services;
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ServicesContext.Provider value={services}>{children}</ServicesContext.Provider>
    </QueryClientProvider>
  );
  const hooks = Object.values(modules).flatMap((module) =>
    Object.entries(module).filter(
      ([name, value]) => /^use[A-Z]/.test(name) && typeof value === 'function' && !shared.has(name),
    ),
  );
  for (const [, hook] of [...hooks, ...doors]) {
    const use = hook as (...given: unknown[]) => unknown;
    const { result, unmount } = renderHook(() => use(1, 'x', {}), { wrapper });
    // A read returns the stored data.
    if (result.current === undefined) {
      unmount();
      continue;
    }
    titles = [];
    made = undefined;
    await act(async () => {
      await Promise.resolve(runOf(result.current)(variables)).catch(() => undefined);
    });
    await waitFor(() => expect(queries.isMutating()).toBe(0));
    if (made) toasted.set(made, titles);
    unmount();
  }
  queries.clear();
  return toasted;
}

const expectedToasts = (names: ChangeName[], isToasted: (name: ChangeName) => boolean) =>
  new Map(names.toSorted().map((name) => [name, isToasted(name) ? [changes[name].title] : []]));

test.each([
  ['refused', refusal, (name: ChangeName) => changes[name].failure === 'toast'],
  ['broken', breakdown, (name: ChangeName) => changes[name].failure !== 'callout'],
])('every change that is %s shows a toast, or is listed as shown in a callout', async (_, error, isToasted) => {
  shows('1.8.toast.mutation', '2.8.call.mutation-toast');
  const toasted = await failAll(error);
  expect(new Map([...toasted].toSorted())).toEqual(expectedToasts(looped, isToasted));
});

test('every mutation in the console has a title', () => {
  shows('1.8.toast.mutation', '2.8.call.mutation-toast');
  const silent = Object.entries(sources).flatMap(([path, source]) => {
    const mutations = source.split('useMutation({').slice(1);
    // That of all doors is named by each of them.
    return mutations.filter((text) => !/meta: \{\s*of(: '|,)/.test(text)).map(() => path);
  });
  expect(silent).toEqual([]);
});

test('no screen overrides how a failed query is reported', () => {
  shows('1.8.toast.query', '2.8.call.query-toast');
  const others = Object.entries(sources).filter(
    ([path, source]) => !path.includes('/shared/data/') && /meta: \{\s*(title|quiet)/.test(source),
  );
  // The image of a host’s token is fetched manually by the component that shows it.
  expect(others.map(([path]) => path)).toEqual(['../../src/shared/images/item-image.tsx']);
});

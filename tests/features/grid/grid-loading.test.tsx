import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openGrid } from './open-grid.ts';

test('loading all items ends at a page that is refused', async () => {
  let asked = 0;
  const { user } = await openGrid('', {
    intercept: (fetch) => async (input, init) => {
      const sent = String(init?.body ?? '');
      if (sent.includes('"cursor":"next"')) {
        asked += 1;
        return Response.json({ status_code: 1, error: 'not found' }, { status: 404 });
      }
      const answer = await fetch(input, init);
      if (!sent.includes('"limit":500')) return answer;
      return Response.json({ ...(await answer.json()), total: 600, next_cursor: 'next' }, { status: answer.status });
    },
  });
  const loadAll = await screen.findByRole<HTMLButtonElement>('button', { name: 'Load all' });
  await waitFor(() => expect(loadAll.disabled).toBe(false));
  const before = asked;
  await user.click(loadAll);
  await waitFor(() => expect(asked).toBe(before + 1));
  await waitFor(() => expect(loadAll.disabled).toBe(false));
  expect(asked).toBe(before + 1);
});

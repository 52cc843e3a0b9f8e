import { expect, test } from 'vitest';
import { isDead } from '../../server/core/database/lost-connection.ts';
import { toAppError } from '../../server/core/http/error-handler.ts';

test('a connection of which the server itself has said why it failed is not dead, however that is wrapped', () => {
  const said = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });
  expect([said, new Error('Failed query', { cause: said })].map(isDead)).toEqual([false, false]);
  expect(isDead(new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }))).toBe(true);
});

test('a server that takes no changes after a fail-over is told as unavailable', () => {
  const said = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  expect(toAppError(said)).toMatchObject({ status: 503, retryAfter: 1 });
});

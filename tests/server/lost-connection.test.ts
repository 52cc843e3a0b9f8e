import { expect, test } from 'vitest';
import { isDead } from '../../server/core/database/lost-connection.ts';
import { toAppError } from '../../server/core/http/error-handler.ts';

test('a connection is not dead if the server itself reported the error, however it is wrapped', () => {
  const serverError = Object.assign(new Error('deadlock detected'), { code: '40P01', severity: 'ERROR' });
  expect([serverError, new Error('Failed query', { cause: serverError })].map(isDead)).toEqual([false, false]);
  expect(isDead(new Error('Failed query', { cause: new Error('Connection terminated unexpectedly') }))).toBe(true);
});

test('a server that is read-only after a fail-over is reported as unavailable', () => {
  const serverError = Object.assign(new Error('cannot execute INSERT in a read-only transaction'), { code: '25006' });
  expect(toAppError(serverError)).toMatchObject({ status: 503, retryAfter: 1 });
});

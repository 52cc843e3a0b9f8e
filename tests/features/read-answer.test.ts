import { expect, test } from 'vitest';
import { readFileAnswer } from '../../src/shared/http/read-answer.ts';

test('a file that is cut off fails like a call without an answer', async () => {
  const cutOff = new ReadableStream({ start: (controller) => controller.error(new TypeError('terminated')) });
  await expect(readFileAnswer(new Response(cutOff))).rejects.toMatchObject({ name: 'HttpError', status: 0 });
});

test('a refused file fails with the reason of the server', async () => {
  const refused = { status_code: 403, error: 'forbidden', message: 'Ask an owner for it.' };
  await expect(readFileAnswer(Response.json(refused, { status: 403 }))).rejects.toMatchObject({
    status: 403,
    message: expect.stringContaining('Ask an owner'),
  });
});

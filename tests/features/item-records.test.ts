import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { itemRecordsQuery } from '../../src/shared/data/item-records.ts';
import { eventually } from '../support/eventually.ts';

const endless = (onCancel: () => void) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"_id":1,"_label":"Sword"}\n')),
    cancel: onCancel,
  });

test('records that nobody waits for are not downloaded further', async () => {
  const cancel = vi.fn();
  const call = vi.fn(async (..._: unknown[]) => new Response(endless(cancel)));
  const client = new QueryClient();
  const query = itemRecordsQuery(call as never, { instanceId: 1, templateId: 'sword' }, {}, 10);
  const loaded = client.fetchQuery({ ...query, retry: false }).catch((error: unknown) => error);
  await eventually(() => expect(call).toHaveBeenCalled());
  expect(call.mock.calls[0]?.[2]).toMatchObject({ signal: expect.any(AbortSignal) });
  await client.cancelQueries();
  await eventually(() => expect(cancel).toHaveBeenCalled());
  await loaded;
});

import { expect, it } from 'vitest';
import { createStreamSlots, mostStreams } from '../../server/modules/live/stream-slots.ts';
import { shows } from '../specification/shows.ts';

const most = { server: 5, account: 2, network: 3 };

/** A reader by its account and network, as `1@10.0.0.1`. */
function open(slots: ReturnType<typeof createStreamSlots>, reader: string) {
  const [accountId, ip = ''] = reader.split('@');
  return slots.acquire({ accountId: Number(accountId), ip });
}

it.each([
  {
    bound: 'an account',
    full: ['1@10.0.0.1', '1@10.0.0.2'],
    refused: '1@10.0.0.3',
    name: 'rate_limit',
    other: '2@10.0.0.1',
  },
  {
    bound: 'a network',
    full: ['1@2001:db8::1', '2@2001:db8::2', '3@2001:db8:0:0:1::'],
    refused: '4@2001:db8::4',
    name: 'rate_limit',
    other: '1@10.0.0.1',
  },
  {
    bound: 'the server',
    full: ['1@10.0.0.1', '2@10.0.0.2', '3@10.0.0.3', '4@10.0.0.4', '5@10.0.0.5'],
    refused: '6@10.0.0.6',
    name: 'unavailable',
    other: undefined,
  },
])('$bound has so many streams, until one of them ends', ({ full, refused, name, other }) => {
  shows('5.live.limits');
  const slots = createStreamSlots(most);
  const [release] = full.map((reader) => open(slots, reader));
  const refusal = expect.objectContaining({ name, retryAfter: 60 });
  expect(() => open(slots, refused)).toThrow(refusal);
  if (other) open(slots, other)();
  // What was refused has taken nothing.
  release?.();
  const releaseLast = open(slots, refused);
  expect(() => open(slots, refused)).toThrow(refusal);
  releaseLast();
  open(slots, refused);
});

it('has the bounds that the limits name', () => {
  shows('5.live.limits');
  expect(mostStreams).toEqual({ server: 2000, account: 20, network: 1000 });
});

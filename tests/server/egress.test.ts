import { describe, expect, test, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import {
  AddressRefused,
  CallTimeout,
  callConfigured,
  createEgress,
  type FindAddresses,
} from '../../server/core/egress/call-out.ts';
import { isPublicAddress } from '../../server/core/egress/public-address.ts';
import { shows } from '../specification/shows.ts';
import { startReceiver } from '../support/receiver.ts';
import { timeout } from '../support/timeout.ts';

const limits = { timeout, longest: 1024 };

/** A resolver that answers with these addresses, one after the other. */
const resolving = (...answers: string[][]) => {
  const left = [...answers];
  return vi.fn<FindAddresses>(async () =>
    (left.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  );
};

test.each([
  ['0.0.0.0', '0.1.2.3', '10.0.0.1', '127.0.0.1', '127.255.255.254', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ['192.168.0.1', '100.64.0.1', '100.127.255.255', '224.0.0.1', '239.1.1.1', '240.0.0.1', '255.255.255.255'],
  ['192.0.0.1', '192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  ['::', '::1', 'fe80::1', 'febf::1', 'fc00::1', 'fd12:3456::1', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1'],
  // Those that contain an address of IPv4: mapped, compatible, translated, NAT64, 6to4 and Teredo.
  ['::ffff:10.0.0.1', '::ffff:8.8.8.8', '::7f00:1', '::ffff:0:7f00:1', '64:ff9b::7f00:1', '2002:7f00:1::', '2001::1'],
  ['fe80::1%eth0', '4000::1', '', 'localhost', '127.1', '1.2.3.4.5'],
])('%j and others are not addresses of the internet', (...addresses) => {
  shows('4.webhooks.guard');
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});

test('addresses next to the private ranges are of the internet', () => {
  const addresses = ['9.255.255.255', '11.0.0.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '100.128.0.1'];
  const more = ['169.253.1.1', '192.167.1.1', '8.8.8.8', '223.255.255.1', '2606:4700::1', '2a00:1450:4001::1'];
  expect([...addresses, ...more].filter((address) => !isPublicAddress(address))).toEqual([]);
});

describe('an address chosen by a user', () => {
  test.each([
    'https://127.0.0.1',
    'https://2130706433',
    'https://0x7f.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://localhost',
    'https://169.254.169.254/latest/meta-data',
  ])('%s is refused before a connection is made', async (address) => {
    shows('4.webhooks.guard');
    const receiver = await startReceiver();
    const { call } = createEgress({ allowsPrivate: false });
    await expect(call(`${address}:${receiver.port}`.replace(/(\/latest.*)(:\d+)/, '$2$1'), limits)).rejects.toThrow(
      'This address leads into a private network. Use one that can be reached from the internet. Whoever runs this server can allow private ones: WEBHOOK_PRIVATE=1.',
    );
    expect(receiver.connections()).toBe(0);
  });

  test('is refused if one of several addresses of its name is private', async () => {
    const { call } = createEgress({ allowsPrivate: false, findAddresses: resolving(['8.8.8.8', '10.0.0.1']) });
    await expect(call('https://mixed.example', limits)).rejects.toThrow(AddressRefused);
  });

  test('needs https, and no other protocol is called', async () => {
    shows('4.webhooks.guard');
    const { call } = createEgress({ allowsPrivate: false, findAddresses: resolving(['8.8.8.8']) });
    await expect(call('http://a.example', limits)).rejects.toThrow(
      'Use an address that begins with https://. Whoever runs this server can allow others: WEBHOOK_PRIVATE=1.',
    );
    const { call: any } = createEgress({ allowsPrivate: true });
    for (const address of ['ftp://a.example', 'file:///etc/passwd', 'a.example', ''])
      await expect(any(address, limits)).rejects.toThrow(AddressRefused);
  });

  test('is connected to as it was checked, whatever a second look-up of the name would find', async () => {
    shows('4.webhooks.guard-second-look-up');
    const receiver = await startReceiver();
    const findAddresses = resolving(['192.88.98.7'], ['127.0.0.1']);
    const { call } = createEgress({ allowsPrivate: false, findAddresses });
    // To the system, this name leads to the receiver.
    const sent = call(`https://localhost:${receiver.port}`, { ...limits, timeout: 300 });
    await expect(sent).rejects.toThrow();
    await expect(sent).rejects.not.toThrow(AddressRefused);
    expect([findAddresses.mock.calls, receiver.connections()]).toEqual([[['localhost']], 0]);
  });

  test('may be private if the operator allows it', async () => {
    shows('4.webhooks.guard-private');
    const receiver = await startReceiver();
    const { call } = createEgress({ allowsPrivate: true, findAddresses: resolving(['127.0.0.1']) });
    const sent = { method: 'POST', body: '{"a":"ä"}', headers: { 'x-a': 'b' } } as const;
    const answer = await call(`http://receiver.example:${receiver.port}/path?q=1`, { ...limits, ...sent });
    expect([answer.status, answer.isCut]).toEqual([204, false]);
    expect(receiver.received).toMatchObject([
      { url: '/path?q=1', body: sent.body, headers: { 'x-a': 'b', host: `receiver.example:${receiver.port}` } },
    ]);
  });
});

describe('a call', () => {
  test('does not follow a redirect', async () => {
    shows('4.webhooks.guard-redirect');
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    for (const status of [301, 302, 303, 307, 308]) {
      receiver.answer = (response) => response.writeHead(status, { location: other.url }).end('moved');
      const answer = await callConfigured(receiver.url, limits);
      expect([answer.status, answer.body.toString()]).toEqual([status, 'moved']);
    }
    expect(other.connections()).toBe(0);
  });

  test('ends after its time, whether nothing or only a part arrives', async () => {
    shows('4.webhooks.guard-bounds');
    const receiver = await startReceiver();
    const short = { ...limits, timeout: 100 };
    receiver.answer = () => {};
    await expect(callConfigured(receiver.url, short)).rejects.toThrow(CallTimeout);
    receiver.answer = (response) => void response.writeHead(200).write('a');
    await expect(callConfigured(receiver.url, short)).rejects.toThrow(CallTimeout);
    const findAddresses: FindAddresses = () => new Promise(() => {});
    const { call } = createEgress({ allowsPrivate: true, findAddresses });
    await expect(call('http://hangs.example', short)).rejects.toThrow(CallTimeout);
  });

  test('reads no more than it may of an answer without end, and closes the connection', async () => {
    shows('4.webhooks.guard-bounds');
    const receiver = await startReceiver();
    const closed = Promise.withResolvers<void>();
    receiver.answer = (response) => {
      const more = setInterval(() => response.write('x'.repeat(700)), 1);
      response.on('close', () => {
        clearInterval(more);
        closed.resolve();
      });
    };
    const { body, isCut } = await callConfigured(receiver.url, limits);
    expect([body.toString(), isCut]).toEqual(['x'.repeat(1024), true]);
    await closed.promise;
  });

  test('is aborted with its signal', async () => {
    const receiver = await startReceiver();
    const stopping = new AbortController();
    receiver.answer = () => stopping.abort(new Error('The server is stopping.'));
    const sent = () => callConfigured(receiver.url, { ...limits, signal: stopping.signal });
    await expect(sent()).rejects.toThrow('The server is stopping.');
    await expect(sent()).rejects.toThrow('The server is stopping.');
    expect(receiver.received).toHaveLength(1);
  });

  test('to a port where nothing listens fails at once', async () => {
    const port = await freePort();
    await expect(callConfigured(`http://127.0.0.1:${port}`, limits)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });
});

import pg from 'pg';

/** How long a lost connection stays closed, in milliseconds. */
const pause = 5000;

/**
 * Listens for notifications of a channel, on a connection of its own that is opened again whenever it is lost. Those sent
 * meanwhile are lost, of which an empty text tells, and so may be all of them behind a pooler of transactions: a caller needs a slower
 * way, too.
 */
export async function listenTo(
  config: pg.ClientConfig,
  channel: string,
  onMessage: (payload: string) => void,
): Promise<() => Promise<void>> {
  let current: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let wasLost = false;
  const connect = async () => {
    const client = new pg.Client(config);
    current = client;
    const reopen = () => {
      if (current !== client) return;
      current = undefined;
      wasLost = true;
      client.end().catch(() => {});
      timer = setTimeout(() => void connect(), pause).unref();
    };
    client.on('error', reopen);
    client.on('end', reopen);
    client.on('notification', ({ payload = '' }) => onMessage(payload));
    try {
      await client.connect();
      await client.query(`listen ${pg.escapeIdentifier(channel)}`);
      if (wasLost) onMessage('');
    } catch {
      reopen();
    }
  };
  await connect();
  return async () => {
    clearTimeout(timer);
    const client = current;
    current = undefined;
    await client?.end().catch(() => {});
  };
}

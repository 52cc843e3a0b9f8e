import type { Output } from '@quartermaster/contract/endpoints/endpoint.ts';
import { webhooks } from '@quartermaster/contract/endpoints/webhooks.ts';
import type { FailureMode } from '@quartermaster/contract/webhook-events.ts';
import { type Received, type Receiver, startReceiver } from './receiver.ts';
import type { TestServer } from './server.ts';
import { allowPrivate } from './webhooks.ts';

/** An item as a receiver gets it. */
export interface SentItem {
  index: number;
  template_id: string;
  label: string;
  item: Record<string, unknown> & { id: number | null };
}

/** What a receiver says about an item. */
export interface Said {
  field?: string | null;
  reason: string;
}

/** The items of a message. */
export const sentItems = ({ body }: Received): SentItem[] => JSON.parse(body).data.items;

/** A receiver that is asked before saves in an instance, and agrees until it is told otherwise. */
export interface SaveCheck extends Output<typeof webhooks.create> {
  receiver: Receiver;
  /** Refuses items from now on; without a function, none. */
  refuse: (say?: (item: SentItem) => Said | undefined) => void;
  /** All items that it was asked about, in order. */
  asked: () => SentItem[];
}

/** Starts a receiver that is asked before saves. */
export async function startCheck(
  server: TestServer,
  { mode = 'closed', instanceId = server.studio.dev }: { mode?: FailureMode; instanceId?: number } = {},
): Promise<SaveCheck> {
  allowPrivate(server.app.deps);
  const receiver = await startReceiver();
  const body = { url: `${receiver.url}/secret-path`, events: [], before_saves: mode };
  const created = await server.call(webhooks.create, { params: { instanceId }, body }, { as: 'owner' });
  return {
    ...created,
    receiver,
    asked: () => receiver.received.flatMap(sentItems),
    refuse: (say = () => undefined) => {
      receiver.answer = (response, request) => {
        const refusals = sentItems(request).flatMap((item) => {
          const said = say(item);
          return said ? [{ index: item.index, ...said }] : [];
        });
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ refusals }));
      };
    },
  };
}

import { type Announcement, type EditedField, live } from '@quartermaster/contract/endpoints/live.ts';
import { type Spot, spotKey } from '@quartermaster/contract/presence-spots.ts';
import { createEventId } from '../http/event-id.ts';
import type { Services } from '../services/services.ts';

/** Milliseconds until a change is announced, so that leaving one page for another one is announced once; and at least between two. */
const [settleFor, atMostEvery] = [200, 1000];

/** Milliseconds until the same is announced on a new stream: the page may be about to close, as its access has ended. */
const againAfter = 2000;

/** What a console tells of its user. */
interface Announced {
  instanceId: number;
  at: Spot;
  field: EditedField | undefined;
  /** Another number tells the same again. */
  beat: number;
}

/** Something that a console has open. */
export interface Opened {
  /** Tells which field is edited; again with another `beat`, as long as there are keys. */
  edit: (field: EditedField | undefined, beat: number) => void;
  close: () => void;
}

const keyOf = ({ instanceId, at, field, beat }: Announced): string =>
  `${instanceId} ${spotKey(at)} ${field?.item_id} ${field?.path} ${beat}`;

/** Tells the server what one console has open; what it opened last counts. */
function createAnnouncer({ request, presence, root }: Pick<Services, 'request' | 'presence' | 'root'>) {
  const name = createEventId();
  const opened: Announced[] = [];
  let turn = 0;
  let lastSent = Number.NEGATIVE_INFINITY;
  /** What was told with this stream. */
  let sent: { key: string; stream: string; instanceId: number } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let dueAt = 0;

  const tell = (instanceId: number, stream: string, what: Pick<Announcement, 'at' | 'field'>) => {
    turn += 1;
    lastSent = performance.now();
    // Best effort: the next change announces again.
    request(live.announce, { params: { instanceId }, body: { console: name, stream, turn, ...what } }).catch(() => {});
  };
  // What was told with another stream ends with that, and after the end of a session nothing can be told.
  const leave = () => {
    if (sent && sent.stream === presence.stream()) tell(sent.instanceId, sent.stream, {});
    sent = undefined;
  };
  const send = () => {
    timer = undefined;
    const next = opened.at(-1);
    const stream = presence.stream();
    if (!next) return leave();
    if (stream === undefined) return;
    const key = keyOf(next);
    if (sent?.key === key && sent.stream === stream) return;
    const { instanceId, at, field } = next;
    sent = { key, stream, instanceId };
    tell(instanceId, stream, { at, ...(field && { field }) });
  };
  const plan = (after = settleFor) => {
    const now = performance.now();
    const next = Math.max(now + after, lastSent + atMostEvery);
    if (timer !== undefined && dueAt <= next) return;
    clearTimeout(timer);
    dueAt = next;
    timer = setTimeout(send, next - now);
  };
  const { ownerDocument } = root;
  const { defaultView } = ownerDocument;
  const onStream = () => {
    if (presence.stream() !== undefined) return plan(sent ? againAfter : settleFor);
    // A page in the background follows no more, but other tabs may go on with the stream.
    if (sent && ownerDocument.visibilityState === 'hidden') tell(sent.instanceId, sent.stream, {});
    sent = undefined;
  };
  let stopFollowing: (() => void) | undefined;
  const follow = () => {
    const stop = presence.subscribe((news) => {
      if (news === 'stream') onStream();
    });
    defaultView?.addEventListener('pagehide', leave);
    stopFollowing = () => {
      stop();
      defaultView?.removeEventListener('pagehide', leave);
    };
  };
  return {
    open: (instanceId: number, at: Spot): Opened => {
      if (!stopFollowing) follow();
      const announced: Announced = { instanceId, at, field: undefined, beat: 0 };
      opened.push(announced);
      plan();
      return {
        edit: (field, beat) => {
          Object.assign(announced, { field, beat });
          plan();
        },
        close: () => {
          opened.splice(opened.indexOf(announced), 1);
          plan();
          if (opened.length > 0) return;
          stopFollowing?.();
          stopFollowing = undefined;
        },
      };
    },
  };
}

const announcers = new WeakMap<Services, ReturnType<typeof createAnnouncer>>();

/** The one of a console. */
export function announcerOf(services: Services): ReturnType<typeof createAnnouncer> {
  const announcer = announcers.get(services) ?? createAnnouncer(services);
  announcers.set(services, announcer);
  return announcer;
}

import { mostFollowed } from '@quartermaster/contract/rules/live.ts';
import type { Received } from './read-stream.ts';

/** What the tabs of a browser tell each other. */
type TabMessage =
  /** The instances that a tab shows; and where it wants to go on, unless it starts with the next message. */
  | { kind: 'follow'; tab: string; instanceIds: readonly number[]; after?: number }
  | { kind: 'leave'; tab: string }
  /** The tab with the stream is another one now. */
  | { kind: 'ask' }
  | { kind: 'received'; received: Received; to?: string };

interface TabsOptions {
  /** Tells apart servers and users. */
  name: string;
  /** Follows these instances by a stream; called in one tab only. */
  follow: (instanceIds: readonly number[], after?: number) => void;
  /** Ends that stream. */
  stopFollowing: () => void;
  onReceived: (received: Received) => void;
}

/** The most messages without a position that are replayed to tabs that join: what they show may be older. */
const mostKept = 200;

/** What one tab shows, and what it is told. */
export interface LiveTabs {
  show: (instanceIds: readonly number[], after?: number) => void;
  /** Called by the tab with the stream for each message. */
  receive: (received: Received) => void;
  stop: () => void;
}

/** Shares one stream among the tabs of a browser: the one that holds a lock has it, and tells the others. */
export function joinLiveTabs({ name, follow, stopFollowing, onReceived }: TabsOptions): LiveTabs {
  const tab = `${Date.now()}-${Math.random()}`;
  const channel = openChannel(name);
  const leaving = new AbortController();
  /** What each tab shows, as far as this one has been told. */
  const pages = new Map<string, readonly number[]>();
  let followed: ReadonlySet<number> = new Set();
  let position: number | undefined;
  /** The last messages without a position, and where the stream was then. */
  let recent: Received[] = [];
  let stream: string | undefined;
  let isLeading = false;
  let mine: { instanceIds: readonly number[]; after?: number } = { instanceIds: [] };

  const post = (message: TabMessage) => channel?.postMessage(message);
  const note = (received: Received) => {
    position = received.position ?? position;
    const { message } = received;
    if (message.type === 'hello') stream = message.stream;
    if (received.position === undefined && (message.type === 'change' || message.type === 'access'))
      recent = [...recent, { message, position }].slice(-mostKept);
  };
  const open = (after: number | undefined) => {
    // Those that were opened last, if there are too many.
    followed = new Set([...new Set([...pages.values()].toReversed().flat())].slice(0, mostFollowed));
    if (followed.size > 0)
      follow(
        [...followed].sort((one, other) => one - other),
        after,
      );
  };
  /** Makes the stream have what a tab shows, or tells the tab that it does. */
  const serve = ({ tab: to, instanceIds, after }: Extract<TabMessage, { kind: 'follow' }>) => {
    pages.delete(to);
    pages.set(to, instanceIds);
    if (!isLeading) return;
    const isBehind = after !== undefined && position !== undefined && after < position;
    if (isBehind || instanceIds.some((id) => !followed.has(id)))
      open(after === undefined || position === undefined ? (position ?? after) : Math.min(position, after));
    else if (position !== undefined) {
      const tell = (received: Received) => {
        if (to === tab) onReceived(received);
        else post({ kind: 'received', received, to });
      };
      if (after !== undefined)
        for (const one of recent) if ((one.position ?? 0) >= after) tell({ message: one.message, position: undefined });
      tell({ message: { type: 'hello', ...(stream !== undefined && { stream }) }, position });
    }
  };
  const lead = () => {
    isLeading = true;
    post({ kind: 'ask' });
    const { after } = mine;
    open(position === undefined || after === undefined ? (position ?? after) : Math.min(position, after));
  };
  if (channel)
    channel.onmessage = ({ data }: MessageEvent<TabMessage>) => {
      if (data.kind === 'follow') serve(data);
      else if (data.kind === 'leave') pages.delete(data.tab);
      else if (data.kind === 'ask') post({ kind: 'follow', tab, instanceIds: mine.instanceIds });
      else if (data.to === undefined || data.to === tab) {
        note(data.received);
        onReceived(data.received);
      }
    };
  // A closed tab runs nothing else; one that comes back from the cache of pages follows again.
  const onHide = () => post({ kind: 'leave', tab });
  const onBack = ({ persisted }: PageTransitionEvent) => persisted && post({ kind: 'follow', tab, ...mine });
  addEventListener('pagehide', onHide);
  addEventListener('pageshow', onBack);
  const released = new Promise<void>((resolve) => leaving.signal.addEventListener('abort', () => resolve()));
  void whenFirst(name, leaving.signal, () => {
    lead();
    return released;
  });

  return {
    show: (instanceIds, after) => {
      mine = { instanceIds, ...(after !== undefined && { after }) };
      const message = { kind: 'follow', tab, ...mine } as const;
      serve(message);
      post(message);
    },
    receive: (received) => {
      note(received);
      onReceived(received);
      post({ kind: 'received', received });
    },
    stop: () => {
      if (leaving.signal.aborted) return;
      removeEventListener('pagehide', onHide);
      removeEventListener('pageshow', onBack);
      onHide();
      leaving.abort();
      if (channel) {
        channel.onmessage = null;
        channel.close();
      }
      if (isLeading) stopFollowing();
    },
  };
}

/** Runs a task while no other tab runs it; at once where the browser has no locks, or no channel to be told by. */
async function whenFirst(name: string, signal: AbortSignal, task: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return task();
  };
  try {
    if (locks && 'BroadcastChannel' in globalThis) return await locks.request(name, { signal }, start);
  } catch {
    // Pages with an opaque origin have `navigator.locks` but may not use it.
  }
  if (!isStarted && !signal.aborted) await start();
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Nor may they use BroadcastChannel.
    return null;
  }
}

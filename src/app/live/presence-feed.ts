import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { PresenceFeed, PresenceNews } from '../../shared/services/presence-feed.ts';

/** What the stream says of people, for the code that shows them, which is loaded later. */
export function createPresenceFeed(): PresenceFeed & { receive: (message: LiveMessage) => void; end: () => void } {
  const listeners = new Set<(news: PresenceNews) => void>();
  let stream: string | undefined;
  const tell = (news: PresenceNews) => {
    for (const listener of [...listeners]) listener(news);
  };
  const setStream = (name: string | undefined) => {
    if (name === stream) return;
    stream = name;
    tell('stream');
  };
  return {
    stream: () => stream,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    receive: (message) => {
      if (message.type === 'hello') setStream(message.stream);
      else if (message.type === 'reset') tell('reset');
      else if (message.type === 'presence') tell(message);
    },
    end: () => setStream(undefined),
  };
}

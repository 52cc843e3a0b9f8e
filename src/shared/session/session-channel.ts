/** How a session ended: by signing out, or because the server no longer knows it. */
export type SessionEnd = 'signed-out' | 'expired';

/** Messages between the consoles of a browser: how a session ended, or the id of a sign-in, which storage may not show yet. */
export type SessionMessage = SessionEnd | { signIn: string };

interface NewsChannel {
  tell: (news: SessionMessage) => void;
  close: () => void;
}

const silence: NewsChannel = { tell: () => undefined, close: () => undefined };

/** Connects the consoles of the same server in all tabs and on this page; a console does not receive its own messages. */
export function openSessionChannel(apiBase: string, onNews: (news: SessionMessage) => void): NewsChannel {
  const channel = openChannel(`quartermaster:session:${apiBase}`);
  if (!channel) return silence;
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => onNews(data);
  return {
    tell: (news) => channel.postMessage(news),
    close: () => {
      channel.onmessage = null;
      channel.close();
    },
  };
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Pages with an opaque origin may not use BroadcastChannel.
    return null;
  }
}

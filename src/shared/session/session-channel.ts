/** How a session ended: by signing out, or because the server no longer knows it. */
export type SessionEnd = 'signed-out' | 'expired';

/** Messages between the consoles of a browser: how a session ended, or the id of a sign-in, which storage may not show yet. */
export type SessionMessage = SessionEnd | { signIn: string };

interface SessionChannel {
  post: (message: SessionMessage) => void;
  close: () => void;
}

const noChannel: SessionChannel = { post: () => undefined, close: () => undefined };

/** Connects the consoles of the same server in all tabs and on this page; a console does not receive its own messages. */
export function openSessionChannel(apiBase: string, onMessage: (message: SessionMessage) => void): SessionChannel {
  const channel = openChannel(`quartermaster:session:${apiBase}`);
  if (!channel) return noChannel;
  channel.onmessage = ({ data }: MessageEvent<SessionMessage>) => onMessage(data);
  return {
    post: (message) => channel.postMessage(message),
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

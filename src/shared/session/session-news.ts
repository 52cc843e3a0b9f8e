/** How a session ended: by the person, or because the server no longer knows it. */
export type SessionEnd = 'signed-out' | 'expired';

/** What the consoles of a browser tell each other: how a session ended, or the number of a sign-in, which other tabs may not yet read in storage. */
export type SessionNews = SessionEnd | { signIn: string };

interface NewsChannel {
  tell: (news: SessionNews) => void;
  close: () => void;
}

const silence: NewsChannel = { tell: () => undefined, close: () => undefined };

/** Joins the consoles of the same server in all tabs of the browser, and on this page; one does not hear itself. */
export function openNews(apiBase: string, onNews: (news: SessionNews) => void): NewsChannel {
  const channel = openChannel(`quartermaster:session:${apiBase}`);
  if (!channel) return silence;
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => onNews(data);
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
    // A page without an origin of its own has nobody to talk to.
    return null;
  }
}

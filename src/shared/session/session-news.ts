/** What the consoles of a browser tell each other: somebody has signed in, signed out, or is no longer known to the server. */
export type SessionNews = 'signed-in' | 'signed-out' | 'expired';

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
  return { tell: (news) => channel.postMessage(news), close: () => channel.close() };
}

function openChannel(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name);
  } catch {
    // A page without an origin of its own has nobody to talk to.
    return null;
  }
}

import { heartbeatEvery } from '@quartermaster/contract/endpoints/live.ts';
import type { News, NewsChannel } from '../../core/events/news.ts';

/** How often a server with readers looks for what no news has told of, in milliseconds. */
const lookEvery = 5000;

/** Milliseconds that a server goes on to look after its last reader has left. */
const restAfter = 5 * 60_000;

interface Watcher {
  onNews: (news: News) => void;
  look: () => void;
  beat: () => void;
  onStop: () => void;
}

/** Follows news, looks for what no news has told of, and beats, while there are readers and for some minutes after. */
export function createWatch(news: Pick<NewsChannel, 'follow'>, { onNews, look, beat, onStop }: Watcher) {
  let stopFollowing: (() => void) | undefined;
  let timers: NodeJS.Timeout[] = [];
  let resting: NodeJS.Timeout | undefined;
  const stop = () => {
    clearTimeout(resting);
    stopFollowing?.();
    stopFollowing = undefined;
    for (const timer of timers) clearInterval(timer);
    onStop();
  };
  return {
    start: () => {
      clearTimeout(resting);
      if (stopFollowing) return;
      stopFollowing = news.follow(onNews);
      timers = [setInterval(look, lookEvery).unref(), setInterval(beat, heartbeatEvery).unref()];
    },
    /** Whoever loads the page again soon finds it going on. */
    stopLater: () => {
      clearTimeout(resting);
      resting = setTimeout(stop, restAfter).unref();
    },
    stop,
  };
}

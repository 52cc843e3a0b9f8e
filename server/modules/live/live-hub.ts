import type { LiveMessage } from '@quartermaster/contract/endpoints/live.ts';
import type { Deps } from '../../core/app/deps.ts';
import { coalesceWork } from '../../core/base/coalesce-work.ts';
import { AppError } from '../../core/base/errors.ts';
import { hasUnnumberedEvents, numberEvents } from '../../core/events/event-repository.ts';
import { createBroadcast } from './live-broadcast.ts';
import { readPositions, readPrimary } from './live-repository.ts';
import { createWatch } from './live-watch.ts';
import { createPresence } from './presence.ts';
import { createReader, heartbeat, type Reader, type ReaderRequest, sendText, textOf } from './reader.ts';
import { createRowNews } from './row-news.ts';

/** Readers for which the next turn waits a millisecond: what happens meanwhile is told at once. */
const readersPerMillisecond = 8;

/** Readers who are let in in one turn: for all others, what has changed waits for that. */
const mostAdmitted = 100;

/** Tells readers what changes in their instances. */
export interface LiveHub {
  /** Throws 503 once the hub is closed, after which no reader would be served. */
  requireOpen: () => void;
  /** Adds a reader, until its stream is closed. */
  open: (request: ReaderRequest) => Reader;
  /** The position up to which all events are committed, of what is read from now on; undefined if that is not known. */
  position: () => number | undefined;
  /** Tells all servers what a console announces. */
  announce: ReturnType<typeof createPresence>['announce'];
  /** Tells all servers what has changed for people. */
  spread: ReturnType<typeof createPresence>['spread'];
  /** Ends all streams. */
  close: () => void;
}

/**
 * Reads events once for all readers of this server. Before anything is told, the access of all whom it concerns is read, in one
 * statement. Everything happens in turns, so that a reader who joins misses nothing.
 */
export function createLiveHub(
  deps: Pick<Deps, 'database' | 'replicas' | 'clock' | 'log' | 'news' | 'secrets'>,
): LiveHub {
  const { database, replicas, log, news } = deps;
  const [readers, joining] = [new Set<Reader>(), new Set<Reader>()];
  const rowNews = createRowNews(() => ask());
  const due = { reset: false, check: false };
  const stopping = new AbortController();
  let position = 0;
  /** True while the position is known, and moves. */
  let isAwake = false;
  const onLeft = (reader: Reader, isRefused: boolean) => {
    presence.leave(reader, isRefused);
    if (readers.size + joining.size === 0) watch.stopLater();
  };
  const { leave, readChanges, check, forEachOpen, broadcast, admit } = createBroadcast(deps, {
    readers,
    joining,
    onLeft,
  });
  const presence = createPresence(deps, { readers, joining });
  const miss = () => {
    due.reset = true;
    rowNews.noteMissed();
  };

  /** True if there is more to tell. */
  const turn = async (): Promise<boolean> => {
    await news.whenListening();
    presence.catchUp();
    // Not in a unit, whose end would ask for another turn.
    while (await hasUnnumberedEvents(database.query)) await database.transaction(numberEvents);
    const newcomers = [...joining].slice(0, mostAdmitted);
    // The position is not known yet.
    if (!isAwake && newcomers.length === 0) return false;
    const positions = newcomers.length > 0 ? await readPositions(database.query) : undefined;
    // The database was restored.
    if (positions && positions.last < position) miss();
    if (positions && (!isAwake || due.reset)) position = positions.last;
    isAwake = true;
    const { changes, last, isFull } = await readChanges(position);
    const rows = rowNews.take();
    let reads: Pick<LiveMessage, 'read_from'> = {};
    try {
      if (replicas) reads = { read_from: await readPrimary(database.query) };
      await broadcast(changes, rows, { all: due.reset, reads });
      // Also those whom no news has told of, as behind a pooler of transactions.
      if (due.check) await check([...readers]);
    } catch (error) {
      rowNews.putBack(rows);
      throw error;
    }
    due.check = false;
    if (due.reset) {
      for (const reader of readers) sendText(reader, textOf({ type: 'reset', ...reads }));
      presence.repeat();
    }
    due.reset = false;
    position = last ?? position;
    rowNews.retain(rows, position);
    if (isFull) return true;
    if (positions) await admit(newcomers, { ...positions, last: position }, { reads, rowsSince: rowNews.since });
    // Not before: news is missing between the answers of those who have woken the hub, and this turn.
    rowNews.noteComplete(position);
    await presence.tell(forEachOpen);
    return newcomers.length === mostAdmitted && joining.size > 0;
  };
  const ask = coalesceWork(turn, {
    pause: () => readers.size / readersPerMillisecond,
    signal: stopping.signal,
    // What was not told is found again by its position, and joining readers are still waiting.
    onError: (error) => log.error({ err: error }, 'Readers could not be told what has changed.'),
  });

  const watch = createWatch(news, {
    onNews: (one) => {
      if (one === 'lost') miss();
      else if (one !== 'events' && 'topic' in one) rowNews.add(one);
      presence.follow(one);
      ask();
    },
    look: ask,
    beat: () => {
      for (const reader of readers) sendText(reader, heartbeat);
      due.check = true;
      presence.beat();
      ask();
    },
    onStop: () => {
      isAwake = false;
      rowNews.stop();
      presence.clear();
    },
  });

  return {
    requireOpen: () => {
      if (stopping.signal.aborted) throw new AppError('unavailable');
    },
    open: (request) => {
      const reader = createReader(request, presence.nameStream(request.session.accountId));
      reader.stream.once('close', () => leave(reader));
      joining.add(reader);
      watch.start();
      ask();
      return reader;
    },
    // A replica may not have what the hub has read.
    position: () => (isAwake && !replicas ? position : undefined),
    announce: presence.announce,
    spread: presence.spread,
    close: () => {
      stopping.abort(new Error('The server is stopping.'));
      for (const reader of [...readers, ...joining]) leave(reader);
      watch.stop();
    },
  };
}

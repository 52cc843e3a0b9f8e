import { Button, CloseButton, NativeSelect, Skeleton } from '@mantine/core';
import type { Thread, ThreadSubject } from '@quartermaster/contract/endpoints/comments.ts';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { accountQueries } from '../data/accounts.ts';
import { commentQueries, useNoteRead } from '../data/comments.ts';
import { useRequest } from '../services/request.ts';
import { useServices } from '../services/services.ts';
import { useAnnouncer } from '../ui/hooks/use-announcer.tsx';
import { useNow } from '../ui/hooks/use-now.ts';
import { Delayed } from '../ui/lazy/delayed.tsx';
import { ErrorState } from '../ui/page/error-state.tsx';
import { texts } from '../ui/texts.ts';
import type { CommentPlace, ItemRows, PanelStart } from './comment-spot.ts';
import classes from './comments.module.css';
import { Composer } from './composer.tsx';
import { onEscapeWithin } from './escape-within.ts';
import { ThreadView } from './thread-view.tsx';
import { useNewThread } from './use-new-thread.ts';
import { useStart } from './use-start.ts';
import { useThreadChanges } from './use-thread-changes.ts';
import { useWriting } from './use-writing.ts';

export interface CommentsPanelProps {
  /** What all threads of the panel are about. */
  of: ThreadSubject;
  /** The item, the review or whatever all of the panel is about. */
  subject: CommentPlace;
  placeOf: (thread: Thread) => CommentPlace;
  /** Of the item, in which new threads can be about rows. */
  rows?: ItemRows | undefined;
  /** What else a thread can begin on, in the order of the page. */
  places?: readonly CommentPlace[];
  /** Where it is opened; a new object opens it there again. */
  start: PanelStart | null;
  /** Shows a spot on the page, such as the field. */
  onShow?: ((spot: CommentPlace) => void) | undefined;
  /** Called once a comment is sent. */
  onCommented?: ((thread: Thread) => void) | undefined;
  /** False where the frame around it has its title. */
  hasHead?: boolean;
  /** Undefined where the panel cannot be closed. */
  onClose?: (() => void) | undefined;
}

/** All that people say about something: its threads by spot, and where new ones are written. */
export function CommentsPanel(props: CommentsPanelProps) {
  const { hasHead = true, onClose } = props;
  const request = useRequest();
  const { data, error, isFetching, refetch } = useQuery(commentQueries.threads(request, useInstanceId(), props.of));
  const { data: account } = useQuery(accountQueries.get(request));
  const panel = useRef<HTMLElement>(null);
  return (
    <section
      ref={panel}
      className={classes.panel}
      aria-label={texts.comments}
      tabIndex={-1}
      onKeyDown={onEscapeWithin(onClose)}
    >
      {hasHead && (
        <div className={classes.head}>
          <h2 className={classes.title}>{texts.comments}</h2>
          {onClose && <CloseButton aria-label="Close comments" onClick={onClose} />}
        </div>
      )}
      {data && account ? (
        <Threads
          key={Object.values(props.of).join('/')}
          {...props}
          threads={data}
          isCurrent={!isFetching}
          accountId={account.id}
          panel={panel}
        />
      ) : error ? (
        <ErrorState title="Comments could not be loaded" error={error} retry={() => void refetch()} />
      ) : (
        <Delayed>
          <Skeleton height={72} aria-hidden />
        </Delayed>
      )}
    </section>
  );
}

interface ThreadsProps extends CommentsPanelProps {
  panel: RefObject<HTMLElement | null>;
  threads: readonly Thread[];
  /** False while they are loaded again. */
  isCurrent: boolean;
  accountId: number;
}

function Threads(props: ThreadsProps) {
  const { of, subject, placeOf, rows, places = [], threads, accountId, panel, onShow, onCommented } = props;
  const instanceId = useInstanceId();
  const { apiBase } = useServices();
  const changes = useThreadChanges(instanceId, of);
  const noteRead = useNoteRead(instanceId);
  const now = useNow();
  const [say, announcer] = useAnnouncer();
  const [showsResolved, setShowsResolved] = useState(false);
  const scope = `${apiBase}:${accountId}:${instanceId}:${Object.values(of).join('/')}`;
  const begun = useNewThread({ subject, places, rows, scope });
  const writing = useWriting(threads);
  const { isMissing } = useStart({ ...props, setSpot: begun.choose, showResolved: () => setShowsResolved(true) });
  useOthersComments(threads, say);

  // The focused button is gone then.
  const sayInPanel = (text: string) => {
    panel.current?.focus();
    say(text);
  };
  const open = writing.threads.filter(writing.isOpen);
  const resolved = writing.threads.filter((thread) => !writing.isOpen(thread));
  // Not one element for each place: a thread whose place has moved is still the same one.
  const list = (some: readonly Thread[]) => (
    <div className={classes.threads}>
      {byPlace(some, placeOf).flatMap(({ spot: about, threads: ofPlace }) => [
        <PlaceName
          key={`${about.key} ${about.label}`}
          spot={about}
          onShow={about.key === subject.key ? undefined : onShow}
        />,
        ...ofPlace.map((thread) => (
          <ThreadView
            key={thread.id}
            thread={thread}
            label={about.label}
            draftKey={`${scope}:${thread.id}`}
            now={now}
            changes={changes}
            isDeleted={writing.isDeleted(thread)}
            isWriting={(commentId) => writing.isWriting(thread, commentId)}
            onWriting={(is, commentId) => writing.setWriting(thread, commentId, is)}
            onRead={(read) => void noteRead(read)}
            onResolved={(changed) => sayInPanel(changed.resolved ? 'Thread resolved' : 'Thread reopened')}
            onDeleted={() => sayInPanel('Comment deleted')}
            onDiscarded={() => sayInPanel('Text discarded')}
          />
        )),
      ])}
    </div>
  );
  const { spot, row, isLost } = begun;
  const { target } = spot;
  const sent = (thread: Thread) => {
    begun.onSent();
    say('Comment sent');
    onCommented?.(thread);
  };
  return (
    <>
      {isMissing && (
        <p className={classes.deleted} role="status">
          This comment was deleted.
        </p>
      )}
      {target && (
        <NewThread
          spot={spot}
          places={[subject, ...places]}
          lost={isLost ? row?.label : undefined}
          onPlace={begun.choose}
        >
          <Composer
            key={begun.key}
            draftKey={begun.draftKey}
            label={`Comment on ${spot.label}`}
            sendLabel="Comment"
            send={(typed) => changes.write.mutateAsync({ target, ...typed })}
            threads={threads}
            row={row}
            onSent={sent}
          />
        </NewThread>
      )}
      {open.length === 0 && <p className={classes.empty}>No open comments.</p>}
      {open.length > 0 && list(open)}
      {resolved.length > 0 && (
        <ResolvedButton
          count={resolved.length}
          isOpen={showsResolved}
          onToggle={() => setShowsResolved(!showsResolved)}
        />
      )}
      {showsResolved && list(resolved)}
      {announcer}
    </>
  );
}

const ResolvedButton = ({ count, isOpen, onToggle }: { count: number; isOpen: boolean; onToggle: () => void }) => (
  <Button
    className={classes.more ?? ''}
    size="compact-sm"
    variant="subtle"
    color="gray"
    aria-expanded={isOpen}
    onClick={onToggle}
  >
    {isOpen ? 'Hide resolved' : `Show ${count} resolved`}
  </Button>
);

interface NewThreadProps {
  spot: CommentPlace;
  places: readonly CommentPlace[];
  /** The label of a field in a row that was not found: the comment is on `spot` in its place. */
  lost: string | undefined;
  onPlace: (spot: CommentPlace) => void;
  children: ReactNode;
}

/** Where a thread begins, and what it is about. */
function NewThread({ spot, places, lost, onPlace, children }: NewThreadProps) {
  const all = places.some(({ key }) => key === spot.key) ? places : [...places, spot];
  return (
    <div className={classes.new} data-new>
      {all.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label="About"
          value={spot.key}
          data={all.map(({ key, label }) => ({ value: key, label: `On ${label}` }))}
          onChange={({ currentTarget }) => {
            const chosen = all.find(({ key }) => key === currentTarget.value);
            if (chosen) onPlace(chosen);
          }}
        />
      )}
      {lost !== undefined && (
        <p className={classes.deleted} role="status">
          {lost} can no longer be found: the comment will be on {spot.label}.
        </p>
      )}
      {children}
    </div>
  );
}

const PlaceName = ({ spot, onShow }: { spot: CommentPlace; onShow: CommentsPanelProps['onShow'] }) => (
  <h3 className={classes.placeName}>
    {onShow && spot.target ? (
      <button type="button" onClick={() => onShow(spot)} title="Show the field">
        {spot.label}
      </button>
    ) : (
      spot.label
    )}
  </h3>
);

/** Threads under what they are about, in the order of the page. */
function byPlace(threads: readonly Thread[], placeOf: CommentsPanelProps['placeOf']) {
  const groups = new Map<string, { spot: CommentPlace; threads: Thread[] }>();
  for (const thread of threads) {
    const spot = placeOf(thread);
    // Threads of a row that was not found are about its group.
    const key = `${spot.key} ${spot.label}`;
    const group = groups.get(key) ?? { spot, threads: [] };
    group.threads.push(thread);
    groups.set(key, group);
  }
  return [...groups.values()].toSorted((a, b) => a.spot.order - b.spot.order);
}

/** Announces a comment that somebody else has written meanwhile, one line at a time. */
function useOthersComments(threads: readonly Thread[], say: (text: string) => void): void {
  const newest = threads.flatMap(({ comments }) => comments.at(-1) ?? []).toSorted((a, b) => b.id - a.id)[0];
  const [known, setKnown] = useState(newest?.id ?? 0);
  useEffect(() => {
    if (!newest || newest.id <= known) return;
    setKnown(newest.id);
    if (!newest.is_own) say(`New comment by ${newest.by.name || 'a deleted account'}`);
  }, [newest, known, say]);
}

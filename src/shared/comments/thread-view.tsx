import { Button } from '@mantine/core';
import type { Comment, Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefCallback, useEffect, useEffectEvent, useState } from 'react';
import { useInstanceId } from '../access/active-instance.ts';
import { commentQueries } from '../data/comments.ts';
import { useRequest } from '../services/request.ts';
import { authorName } from '../ui/author-name.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { count } from '../ui/count.ts';
import { ErrorCallout } from '../ui/error-callout.tsx';
import { useInView } from '../ui/hooks/use-in-view.ts';
import { CommentView } from './comment-view.tsx';
import classes from './comments.module.css';
import { Composer } from './composer.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import type { ThreadChanges } from './use-thread-changes.ts';

/** How long a thread is in view before it counts as read, in milliseconds: its mark is seen, too. */
const readAfter = 1500;

interface ThreadViewProps {
  thread: Thread;
  label: string;
  draftKey: string;
  now: number;
  changes: ThreadChanges;
  /** True for one that was deleted while something was written in it. */
  isDeleted: boolean;
  /** Whether an answer is written, or another text of a comment. */
  isWriting: (commentId?: number) => boolean;
  onWriting: (is: boolean, commentId?: number) => void;
  onRead: (thread: Thread) => void;
  onResolved: (thread: Thread) => void;
  onDeleted: () => void;
  /** Called once a text is discarded, as what it was written for was deleted. */
  onDiscarded: () => void;
}

/** A thread: its comments, an answer, and "Resolve". */
export function ThreadView(props: ThreadViewProps) {
  const { thread, label, draftKey, now, changes, isDeleted, isWriting, onWriting, onRead, onResolved } = props;
  const isAnswering = isWriting();
  const answer = useReturnFocus(isAnswering);
  const { id, resolved, quote, is_unread } = thread;
  const { comments, before, hidden, more } = useComments(thread, isDeleted);
  const seen = useReadOnSight(thread, hidden === 0, onRead);
  const discard = (commentId?: number) => {
    onWriting(false, commentId);
    props.onDiscarded();
  };
  const view = (comment: Comment) => (
    <CommentView
      key={comment.id}
      comment={comment}
      draftKey={`${draftKey}/edit/${comment.id}`}
      now={now}
      changes={changes}
      isEditing={isWriting(comment.id)}
      onEditing={(is) => onWriting(is, comment.id)}
      onDeleted={props.onDeleted}
      onDiscarded={() => discard(comment.id)}
    />
  );
  const endAnswer = () => onWriting(false);
  const isResolving = changes.resolve.isPending && changes.resolve.variables?.id === id;
  const resolve = async () => {
    if (isResolving) return;
    const changed = await changes.resolve.mutateAsync({ id, resolved: resolved === null }).catch(() => undefined);
    if (changed) onResolved(changed);
  };
  return (
    <article
      ref={seen}
      className={classes.thread}
      data-thread={id}
      data-resolved={resolved !== null || undefined}
      data-unread={is_unread || undefined}
      aria-label={`Thread on ${label}${is_unread ? ', unread' : ''}`}
      tabIndex={-1}
    >
      {quote !== '' && <blockquote className={classes.quote}>{quote}</blockquote>}
      {comments.slice(0, before).map(view)}
      <ErrorCallout error={more.error} />
      {hidden > 0 && (
        <BusyButton size="compact-xs" variant="subtle" color="gray" isBusy={more.isFetching} onClick={more.load}>
          {count(hidden, 'more comment')}
        </BusyButton>
      )}
      {comments.slice(before).map(view)}
      {resolved && <p className={classes.deleted}>Resolved by {authorName(resolved.by.name, 'within')}</p>}
      {isAnswering ? (
        <Composer
          draftKey={`${draftKey}/answer`}
          label="Answer"
          sendLabel="Answer"
          send={(typed) => changes.write.mutateAsync({ answers: id, ...typed })}
          onSent={endAnswer}
          onLeave={endAnswer}
          onDiscard={isDeleted ? () => discard() : undefined}
          threads={[thread]}
          autoFocus
        />
      ) : isDeleted ? null : (
        <div className={classes.threadActions}>
          <Button ref={answer} size="compact-xs" variant="default" onClick={() => onWriting(true)}>
            Answer
          </Button>
          <BusyButton size="compact-xs" isBusy={isResolving} onClick={() => void resolve()}>
            {resolved ? 'Reopen' : 'Resolve'}
          </BusyButton>
        </div>
      )}
    </article>
  );
}

/** The comments of a thread: the first and the latest, and from the first on those that were requested. */
function useComments({ id, comments: listed, comment_count: count }: Thread, isDeleted: boolean) {
  const [isOpen, setOpen] = useState(false);
  // All comments, as they were last listed: another one must not hide one that is being read.
  const [complete, setComplete] = useState<readonly Comment[] | null>(null);
  if (count === listed.length && complete !== listed) setComplete(listed);
  const isRequested = isOpen || complete !== null;
  const query = useInfiniteQuery({
    ...commentQueries.replies(useRequest(), useInstanceId(), id),
    enabled: isRequested && count > listed.length && !isDeleted,
  });
  const loaded = query.data?.pages.flat() ?? [];
  // The newest state of each comes last.
  const byId = new Map([...(complete ?? []), ...loaded, ...listed].map((comment) => [comment.id, comment]));
  const comments = [...byId.values()].toSorted((a, b) => a.id - b.id);
  const last = loaded.at(-1)?.id ?? complete?.at(-1)?.id ?? id;
  return {
    comments: isDeleted ? comments.map((comment) => ({ ...comment, text: '', is_deleted: true })) : comments,
    hidden: isDeleted ? 0 : Math.max(0, count - comments.length),
    /** How many of them come before those that are hidden. */
    before: comments.filter((comment) => comment.id <= last).length,
    more: {
      isFetching: query.isFetching,
      error: query.error,
      load: () => {
        if (query.isFetching) return;
        if (!isRequested) setOpen(true);
        else if (query.hasNextPage) void query.fetchNextPage();
        else void query.refetch();
      },
    },
  };
}

/** Reports a thread as read once all of it has been in view for a moment, and again after each further comment. */
function useReadOnSight(thread: Thread, isComplete: boolean, onRead: (thread: Thread) => void): RefCallback<Element> {
  const [ref, isSeen] = useInView();
  const last = thread.comments.at(-1)?.id;
  const isUnread = thread.is_unread;
  const read = useEffectEvent(() => onRead(thread));
  useEffect(() => {
    if (!isSeen || !isUnread || !isComplete || last === undefined) return;
    const timer = setTimeout(() => {
      if (document.visibilityState === 'visible') read();
    }, readAfter);
    return () => clearTimeout(timer);
  }, [isSeen, isUnread, isComplete, last]);
  return ref;
}

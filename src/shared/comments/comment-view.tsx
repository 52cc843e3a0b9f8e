import { Button } from '@mantine/core';
import type { Comment } from '@quartermaster/contract/endpoints/comments.ts';
import { type RefObject, useState } from 'react';
import { flushSync } from 'react-dom';
import { useInstanceContext } from '../access/instance-context.ts';
import { authorName } from '../ui/author-name.ts';
import { dateTime, whenText } from '../ui/date-time.ts';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { EnvBadge } from '../ui/env-badge.tsx';
import { PersonMark } from '../ui/person-mark.tsx';
import { CommentText } from './comment-text.tsx';
import classes from './comments.module.css';
import { Composer } from './composer.tsx';
import { useReturnFocus } from './use-return-focus.ts';
import type { ThreadChanges } from './use-thread-changes.ts';

interface CommentViewProps {
  comment: Comment;
  draftKey: string;
  now: number;
  changes: ThreadChanges;
  isEditing: boolean;
  onEditing: (is: boolean) => void;
  /** Called once it is deleted: its buttons are gone. */
  onDeleted: () => void;
  /** Called once another text of it is discarded, as it was deleted meanwhile. */
  onDiscarded: () => void;
}

/** One comment; its author can edit and delete it. */
export function CommentView(props: CommentViewProps) {
  const { comment, draftKey, changes, isEditing, onEditing, onDeleted, onDiscarded } = props;
  const { id, text, mentions, is_deleted } = comment;
  const [isAsking, setAsking] = useState(false);
  const editButton = useReturnFocus(isEditing);
  const endEdit = () => onEditing(false);
  const deleted = <p className={classes.deleted}>Comment by {authorName(comment.by.name, 'within')} was deleted</p>;
  if (is_deleted && !isEditing) return deleted;
  return (
    <div className={classes.comment}>
      {is_deleted ? deleted : <Heading {...props} editButton={editButton} onDelete={() => setAsking(true)} />}
      {isEditing ? (
        <Composer
          draftKey={draftKey}
          label="Edit comment"
          first={{
            text,
            people: mentions.flatMap((person) => (person.id === null ? [] : [{ ...person, id: person.id }])),
          }}
          sendLabel="Save"
          send={(typed) => changes.write.mutateAsync({ edits: id, ...typed })}
          onSent={endEdit}
          onLeave={endEdit}
          onDiscard={is_deleted ? onDiscarded : undefined}
          autoFocus
        />
      ) : (
        <CommentText text={text} names={mentions.map((person) => person.name)} />
      )}
      <ConfirmDialog
        opened={isAsking && !is_deleted}
        title="Delete comment"
        message="The comment is deleted for everyone. This cannot be undone."
        confirmLabel="Delete"
        cancelLabel="Cancel"
        danger
        onCancel={() => setAsking(false)}
        onConfirm={async () => {
          await changes.remove.mutateAsync(id);
          // Closed first, as a dialog that closes returns the focus unless it has moved since.
          flushSync(() => setAsking(false));
          onDeleted();
        }}
      />
    </div>
  );
}

interface HeadingProps extends Pick<CommentViewProps, 'comment' | 'now' | 'isEditing' | 'onEditing'> {
  editButton: RefObject<HTMLButtonElement | null>;
  onDelete: () => void;
}

/** Who wrote a comment, and when; the buttons of its author. */
function Heading({ comment, now, isEditing, onEditing, editButton, onDelete }: HeadingProps) {
  const { by, env, created_at, edited_at, is_own } = comment;
  const here = useInstanceContext()?.env;
  return (
    <div className={classes.by}>
      <PersonMark name={by.name} isSelf={is_own} />
      <span className={classes.name}>{authorName(by.name, 'start')}</span>
      <time dateTime={created_at} title={dateTime(created_at)}>
        {whenText(created_at, now)}
      </time>
      {edited_at && <span title={dateTime(edited_at)}>edited</span>}
      {here && env !== here && (
        <span title={`Written in ${env}`}>
          <EnvBadge env={env} />
        </span>
      )}
      {is_own && !isEditing && (
        <div className={classes.actions}>
          <Button ref={editButton} size="compact-xs" variant="subtle" color="gray" onClick={() => onEditing(true)}>
            Edit
          </Button>
          <Button size="compact-xs" variant="subtle" color="gray" onClick={onDelete}>
            Delete
          </Button>
        </div>
      )}
    </div>
  );
}

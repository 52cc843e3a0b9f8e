import { Button, Textarea } from '@mantine/core';
import type { Thread } from '@quartermaster/contract/endpoints/comments.ts';
import { commentLimits, commentRule } from '@quartermaster/contract/rules/comments.ts';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { TypedComment } from '../data/comments.ts';
import { readTyped, storeTyped } from '../drafts/typed-text.ts';
import { isUnanswered } from '../http/http-error.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { CopyTypedButton } from '../ui/copy/copy-typed-button.tsx';
import { ErrorCallout } from '../ui/error-callout.tsx';
import { useAnnouncer } from '../ui/hooks/use-announcer.tsx';
import type { WrittenRow } from './comment-spot.ts';
import classes from './comments.module.css';
import { MentionList } from './mention-list.tsx';
import { type CommentDraft, emptyDraft, type Mentioned, toTyped, typedName, withPerson } from './typed-comment.ts';
import { useMentions } from './use-mentions.ts';

/** How many characters are left when their number is shown. */
const nearLimit = 200;

/** Said of a text that was typed for a comment which was deleted meanwhile. */
const deletedText = 'This comment was deleted.';

/** As many rows as the text has lines, where a browser cannot size it by its content. */
const rowsOf = (text: string, isOpen: boolean) =>
  Math.min(12, Math.max(text === '' && !isOpen ? 1 : 2, text.split('\n').length));

interface ComposerProps {
  /** Under which the text is stored until it is sent. */
  draftKey: string;
  label: string;
  /** The text at first, unless another one is stored. */
  first?: CommentDraft;
  sendLabel: string;
  send: (typed: TypedComment) => Promise<Thread>;
  /** The threads that have the comment if it arrived, but the response to it was lost. */
  threads?: readonly Thread[];
  /** The row that it is about, stored with the text. */
  row?: WrittenRow | null;
  /** Called once it is sent. */
  onSent?: (thread: Thread) => void;
  /** Called by Escape and "Cancel"; the text is stored. */
  onLeave?: () => void;
  /** Set once what it belongs to was deleted: the text cannot be sent, and this discards it. */
  onDiscard?: (() => void) | undefined;
  autoFocus?: boolean;
}

/** Shown until the comment is found or sent again, also once the connection is back. */
const lostResponse = 'The server did not respond: it is not known whether the comment arrived.';

const none: readonly Thread[] = [];

/** A comment that was sent without a response. */
interface Unanswered {
  text: string;
  /** The newest comment before it. */
  after: number;
}

const newestIn = (threads: readonly Thread[]): number =>
  Math.max(0, ...threads.flatMap(({ comments }) => comments.map(({ id }) => id)));

/** The thread in which a comment has arrived. */
const findArrived = (threads: readonly Thread[], { text, after }: Unanswered): Thread | undefined =>
  threads.find(({ comments }) => comments.some((one) => one.is_own && one.id > after && one.text === text));

/** What is typed in a comment, stored in the browser until it is sent. */
function useDraft({ draftKey, first = emptyDraft, send, threads = none, row, onSent, onDiscard }: ComposerProps) {
  const [draft, setDraft] = useState(() => readTyped<CommentDraft>(draftKey) ?? first);
  const [error, setError] = useState<unknown>(null);
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const [unanswered, setUnanswered] = useState<Unanswered | null>(null);
  const change = (next: CommentDraft) => {
    setDraft(next);
    setProblem(undefined);
    const isUnsent = next.text.trim() !== '' && next.text !== first.text;
    storeTyped(draftKey, isUnsent ? { ...next, ...(row && { row }) } : null);
  };
  const end = (thread: Thread) => {
    storeTyped(draftKey, null);
    setDraft(emptyDraft);
    setError(null);
    setUnanswered(null);
    onSent?.(thread);
  };
  const isUnchanged = unanswered !== null && unanswered.text === draft.text.trim();
  const arrived = isUnchanged && !isSending ? findArrived(threads, unanswered) : undefined;
  const endArrived = useEffectEvent(end);
  useEffect(() => {
    if (arrived) endArrived(arrived);
  }, [arrived]);
  /** Returns false if the text is not a comment. */
  const submit = async (): Promise<boolean> => {
    if (isSending || onDiscard) return true;
    // At once, so that two presses in a row send one comment.
    flushSync(() => setSending(true));
    const typed = toTyped(draft);
    try {
      const wrong = await commentRule.validate({ text: typed.text }).then(
        () => undefined,
        (reason: Error) => reason.message,
      );
      setProblem(wrong);
      if (wrong !== undefined) return false;
      setError(null);
      end(await send(typed));
    } catch (failure) {
      const isLost = isUnanswered(failure);
      setError(isLost ? new Error(lostResponse) : failure);
      setUnanswered(isLost ? { text: typed.text, after: newestIn(threads) } : null);
    } finally {
      setSending(false);
    }
    return true;
  };
  const discard = () => {
    storeTyped(draftKey, null);
    onDiscard?.();
  };
  return { draft, change, submit, discard, error, problem, isSending };
}

/** Where a comment is written. What is typed is stored in the browser until it is sent. */
export function Composer(props: ComposerProps) {
  const { label, onLeave, onDiscard, autoFocus = false } = props;
  const { draft, change, submit, discard, error, problem, isSending } = useDraft(props);
  const [cursor, setCursor] = useState<number>();
  const [moveTo, setMoveTo] = useState<number>();
  const input = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [say, announcer] = useAnnouncer();

  const choose = (person: Mentioned) => {
    const chosen = withPerson(draft, cursor ?? draft.text.length, person);
    change(chosen.draft);
    setCursor(undefined);
    setMoveTo(chosen.cursor);
  };
  const { people, active, onKeyDown } = useMentions(
    cursor === undefined ? null : typedName(draft.text, cursor),
    choose,
  );
  useLayoutEffect(() => {
    if (moveTo === undefined) return;
    input.current?.setSelectionRange(moveTo, moveTo);
    setMoveTo(undefined);
  }, [moveTo]);
  useEffect(() => {
    if (people.length > 0) say(people.length === 1 ? '1 person' : `${people.length} people`);
  }, [people.length, say]);
  useEffect(() => {
    const { current: element } = input;
    if (!autoFocus || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [autoFocus]);
  const isDeleted = onDiscard !== undefined;
  useEffect(() => {
    if (isDeleted) say(deletedText);
  }, [isDeleted, say]);

  const send = async () => {
    if (!(await submit())) input.current?.focus();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      void send();
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      event.stopPropagation();
      if (onLeave && !isDeleted) onLeave();
      else event.currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus();
    }
  };
  return (
    <div className={classes.composer}>
      <Textarea
        ref={input}
        aria-label={label}
        placeholder={label}
        rows={rowsOf(draft.text, onLeave !== undefined)}
        classNames={{ input: classes.input ?? '' }}
        value={draft.text}
        error={problem}
        readOnly={isSending}
        data-mantine-stop-propagation
        aria-autocomplete="list"
        aria-controls={people.length > 0 ? listId : undefined}
        aria-activedescendant={people.length > 0 ? `${listId}-${active}` : undefined}
        onChange={({ currentTarget }) => {
          change({ ...draft, text: currentTarget.value });
          setCursor(currentTarget.selectionStart);
        }}
        onSelect={({ currentTarget }) => {
          if (cursor !== undefined) setCursor(currentTarget.selectionStart);
        }}
        onKeyDown={press}
        onBlur={() => setCursor(undefined)}
      />
      {people.length > 0 && <MentionList id={listId} people={people} active={active} onChoose={choose} />}
      <ErrorCallout error={error} />
      {isDeleted ? (
        <Unsendable text={draft.text} onDiscard={discard} />
      ) : (
        (draft.text !== '' || onLeave) && (
          <SendButtons {...props} text={draft.text} isSending={isSending} onSend={() => void send()} />
        )
      )}
      {announcer}
    </div>
  );
}

interface SendButtonsProps extends Pick<ComposerProps, 'sendLabel' | 'onLeave'> {
  text: string;
  isSending: boolean;
  onSend: () => void;
}

function SendButtons({ text, sendLabel, isSending, onSend, onLeave }: SendButtonsProps) {
  const left = commentLimits.text - text.trim().length;
  return (
    <div className={classes.send}>
      <span className={classes.hint} data-over={left < 0 || undefined}>
        {left <= nearLimit ? `${left} characters left` : '@ mentions, **bold**, `code`'}
      </span>
      {onLeave && (
        <Button size="xs" variant="subtle" color="gray" onClick={onLeave}>
          Cancel
        </Button>
      )}
      <BusyButton size="xs" variant="filled" isBusy={isSending} title="Ctrl+Enter or ⌘Enter" onClick={onSend}>
        {sendLabel}
      </BusyButton>
    </div>
  );
}

/** What can be done with a text that has nowhere to go. */
const Unsendable = ({ text, onDiscard }: { text: string; onDiscard: () => void }) => (
  <div className={classes.send}>
    <span className={classes.hint}>Cannot be sent</span>
    {text !== '' && <CopyTypedButton size="xs" label="Copy text" text={() => text} />}
    <Button size="xs" variant="subtle" color="gray" onClick={onDiscard}>
      Discard
    </Button>
  </div>
);

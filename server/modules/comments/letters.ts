import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { pageWithHash, paths, threadPath } from '@quartermaster/contract/paths.ts';
import { apiPrefix } from '../../core/app/route.ts';
import { shownName } from '../../core/base/actor.ts';
import { shortened } from '../../core/base/shortened.ts';
import { toThreadSubject } from '../../core/base/thread-subject.ts';
import type { Letter } from '../../core/mail/mail-text.ts';
import type { MentionRow } from './mention-repository.ts';

interface MentionsMail {
  to: string;
  /** Newest first; at least one. */
  mentions: readonly MentionRow[];
  /** With which its reader ends such mails. */
  key: string;
}

/** Mentions that one mail quotes. */
const quoted = 10;
const longestQuote = 300;

const writerOf = ({ actor, name }: MentionRow): string => shownName(actor, name) ?? 'A deleted account';

/** Tells a person of comments in which they are mentioned. */
export function mentionLetter({ to, mentions, key }: MentionsMail): Letter {
  const [latest] = mentions;
  const writers = [...new Set(mentions.map(writerOf))];
  const by = writers.length === 1 ? writers[0] : `${writers.length} people`;
  const pathOf = (mention: MentionRow) => threadPath(mention.thread_id, toThreadSubject(mention), mention.instance_id);
  const others = [...new Set(mentions.slice(0, quoted).map(pathOf))].slice(1);
  const headline = mentions.length === 1 ? `${by} mentioned you` : `${by} mentioned you in ${mentions.length} comments`;
  return {
    kind: 'notice',
    to,
    subject: latest && mentions.length === 1 ? `${headline} in ${latest.project}` : headline,
    headline,
    sentences: [
      ...mentions
        .slice(0, quoted)
        .map(
          (mention) =>
            `${writerOf(mention)} in ${mention.project}, ${mention.env}: ${shortened(mention.text, longestQuote)}`,
        ),
      ...(mentions.length > quoted ? [`And ${mentions.length - quoted} more comments.`] : []),
    ],
    ...(latest && { button: { label: 'Open the comment', path: pathOf(latest) } }),
    links: [
      ...others.map((path, index) => ({ label: `Open comment ${index + 2}`, path })),
      { label: 'Turn off mails about mentions', path: pageWithHash(paths.mentionMails, key) },
    ],
    note: 'You get this mail because somebody mentioned you in a comment.',
    unsubscribePath: `${apiPrefix}${comments.stopMails.path}?${new URLSearchParams({ key })}`,
  };
}

import type { Break } from '../break.ts';

/** Breaks of comments. */
export const comments: readonly Break[] = [
  {
    row: '5.comments.lines',
    says: 'The bubble of a line opens the comments of all of the review.',
    file: 'src/shared/comments/line-bubble.tsx',
    before: 'onClick={() => subject.openAt(spot)}',
    after: 'onClick={subject.toggle}',
  },
  {
    row: '5.comments.mail-setting',
    says: 'The link of a mail turns the mails off when it is opened.',
    file: 'server/modules/comments/routes.ts',
    before: 'commentShapes.openStopMails, async ({ query, reply }) => ({',
    after: 'commentShapes.openStopMails, async ({ query, reply }) => (await stopMails(deps, query.key), {',
  },
  {
    row: '5.comments.mentions',
    says: 'Mails of mentions lead to the item, and not to the review that a thread is about.',
    file: 'server/core/base/thread-subject.ts',
    before: '...(subject_id !== null && { subject_id }),',
    after: '',
  },
  {
    row: '5.comments.panel',
    says: 'A long thread lacks the answers after the first hundred.',
    file: 'server/modules/comments/thread-repository.ts',
    before: 'where c.thread_id = $1 and c.id > $2 order by c.id',
    after: 'where c.thread_id = $1 and c.id > least($2, $1) order by c.id',
  },
  {
    row: '5.comments.part',
    says: 'The part of comments tells its host of no thread.',
    file: 'src/features/parts/comments-part.tsx',
    before:
      "onCommented={(thread) => part?.emit({ type: 'commented', item: { templateId, id }, threadId: thread.id })}",
    after: '',
  },
  {
    row: '5.comments.places',
    says: 'Comments can be edited by those who did not write them.',
    file: 'server/modules/comments/repository.ts',
    before:
      "where id = $1 and account_id = $2 and actor = 'account' and deleted_at is null returning 1`,\n      [id, accountId, text, mentions, at.toISOString()],",
    after:
      'where id = $1 and $2::int > 0 and deleted_at is null returning 1`,\n      [id, accountId, text, mentions, at.toISOString()],',
  },
  {
    row: '5.comments.row-bubbles',
    says: 'The bubble of a row that was moved is that of the row at its former place.',
    file: 'src/shared/item-form/comments/field-comment.tsx',
    before: 'const spot = useSavedPath(props.name);',
    after: 'const spot = useSavedPath(props.name) && props.name;',
  },
];

import type { Break } from '../break.ts';

/** Breaks of views of lists, and of replacements. */
export const lists: readonly Break[] = [
  {
    row: '5.views.update',
    says: 'An updated view keeps its former grouping.',
    file: 'src/features/items/list/view-list.ts',
    before: '    ...(group && { group }),\n',
    after: '',
  },
  {
    row: '5.views.first',
    says: 'A view that becomes the first one later replaces an open list.',
    file: 'src/features/items/list/views/use-addressed-view.ts',
    before: 'const bareId = isDecided ? decided.id : isOpening',
    after: 'const bareId = isOpening && !views',
  },
  {
    row: '5.replace.job',
    says: 'The job of a replacement does not compare the fingerprint.',
    file: 'server/modules/replacements/replace-service.ts',
    before: "    if (changes.fingerprint !== stored.revision) throw new ChangeSetFailure('changed');\n",
    after: '',
  },
];

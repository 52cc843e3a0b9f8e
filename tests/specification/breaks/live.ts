import type { Break } from '../break.ts';

/** Breaks of what follows the stream. */
export const live: readonly Break[] = [
  {
    row: '5.live.progress',
    says: 'What has ended before the stream began goes on on the screen.',
    file: 'src/app/live/live-follower.ts',
    before: '    else refresh.begin();\n',
    after: '',
  },
  {
    row: '5.live.checks',
    says: 'A check that is read is loaded again after each change by others.',
    file: 'src/app/live/live-refresh.ts',
    before: 'isCheck(query) && query.isActive() &&',
    after: '!isCheck(query) && query.isActive() &&',
  },
  {
    row: '5.live.break',
    says: 'A console that polls says so every 15 seconds.',
    file: 'src/app/context/breaks.ts',
    before: 'hasBegun && !isBroken',
    after: 'hasBegun',
  },
  {
    row: '5.live.form.template',
    says: 'What was typed in a field of another type now is dropped.',
    file: 'src/features/items/item/lost-values.ts',
    before: 'return node && fits(node, value) ? [] :',
    after: 'return node ? [] :',
  },
  {
    row: '5.live.limits',
    says: 'Streams are counted by account, and not by network.',
    file: 'server/modules/live/stream-slots.ts',
    before: ' || countOf(network) >= most.network',
    after: '',
  },
];

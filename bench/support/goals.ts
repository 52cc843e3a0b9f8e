/** The goal of a figure, and the values of leading content systems for such work on such a machine. */
interface Goal {
  /** The value compared with the limit: the ratio to the floor, the product’s figure itself, or the difference. */
  of: 'ratio' | 'product' | 'difference';
  atMost?: number;
  atLeast?: number;
  goal: string;
  leading: string;
}

const times = (limit: number, leading: string): Goal => ({ of: 'ratio', atMost: limit, goal: `${limit}x`, leading });
const share = (limit: number, leading: string): Goal => ({
  of: 'ratio',
  atLeast: limit,
  goal: `${limit * 100} %`,
  leading,
});
const limit = (most: number, unit: string, leading: string): Goal => ({
  of: 'product',
  atMost: most,
  goal: `${most} ${unit}`,
  leading,
});

const noMore = (noise = 0): Goal => ({ of: 'difference', atMost: noise, goal: 'no more', leading: 'not measured' });

export const goals = {
  pageMedian: times(2, '11x to 31x'),
  pageSlowest: times(4, '11x to 31x'),
  pageRate: share(0.25, '1/24 to 1/68'),
  // Against a table with a column for each field: the cost of the storage.
  pageTyped: times(2, 'not measured'),
  pageTypedRate: share(0.5, 'not measured'),
  saveTyped: share(0.3, 'not measured'),
  saveManyTyped: times(6, 'not measured'),
  pageScale: times(1.7, 'not measured'),
  // The first adds other templates, which must not matter; the rest have 300 times as many items.
  searchBeside: times(2, 'not measured'),
  searchRare: times(30, 'not measured'),
  searchPhrase: times(150, 'not measured'),
  // 100,000 items against 10,000.
  searchSorted: times(1.5, 'not measured'),
  save: share(0.3, '5 % to 8 %'),
  saveMany: times(3, '31x'),
  images: share(0.8, 'not measured'),
  readAll: share(0.75, '6 % to 43 %'),
  memoryIdle: limit(110, 'MB', '112 to 275 MB'),
  memoryLoaded: limit(250, 'MB', '333 to 671 MB'),
  start: times(1.5, '1.8x to 7x'),
  startEmbedded: limit(1.5, 's', '-'),
  bytes: limit(220, 'kB', '673 to 2,254 kB'),
  bytesShared: limit(170, 'kB', '-'),
  // Against a trivial plugin.
  mountPainted: times(1.3, 'not measured'),
  mountScript: times(1.5, 'not measured'),
  // Against a plugin that shows the same rows in a plain table.
  mountRows: times(1.3, 'not measured'),
  hostTask: times(1.3, 'not measured'),
  // 300 mounts and unmounts against 40; the heap by a megabyte at most, less than one console.
  cyclesLeft: noMore(),
  cyclesHeap: noMore(1),
  list: times(1.3, '1.6x to 9x'),
  form: times(1.3, '2.6x to 5x'),
  // Both are counted for the bare page as well, which also takes more than one.
  commits: limit(1, 'commit', 'not measured'),
  longTasks: noMore(),
  // The widest forms against the smallest.
  typingWork: times(1.5, 'not measured'),
  typingPainted: limit(50, 'ms', 'not measured'),
  // 2,000 columns against 100, and 100,000 items against 10,000.
  scrollStep: times(1.3, 'not measured'),
  scrollFrames: noMore(2),
  filter: times(1.2, '1.7x to 3.9x'),
  heap: limit(8, 'MB', '7.7 to 45 MB'),
  editorOpen: times(1.5, 'not measured'),
  editorKey: times(1.3, 'not measured'),
  // Out of some two hundred frames; the machine itself drops one or two.
  editorDrag: noMore(2),
  editorNodes: noMore(),
  // 10,000 members and 200 roles against 10 of each.
  membersPainted: times(1.5, 'not measured'),
  membersAccess: times(1.3, 'not measured'),
  changeTold: times(2, 'not reported'),
  changeToldRows: times(2, 'not reported'),
  savesMeanwhile: times(3, 'not measured'),
  // Two instances of 100,000 items; a sync against the bare INSERT ... SELECT of its rows.
  syncListed: times(2, 'not offered'),
  // 1,000 and 5,000 changes against ten.
  syncPainted: times(1.5, 'not offered'),
  syncMoved: times(2, 'not offered'),
  syncUndone: times(2, 'not offered'),
  // 100,000 items against the bare SQL that writes the same rows, and only those of saves; 20 items in one call against
  // a save of one.
  bulkMany: times(2, 'not offered'),
  bulkManySaves: times(2, 'not offered'),
  bulkFew: times(1.5, 'not offered'),
  bulkFewPainted: times(1.5, 'not offered'),
  syncSaves: limit(2, 's', 'not offered'),
  savesRefused: limit(0, 'saves', 'not measured'),
} satisfies Record<string, Goal>;
export type GoalName = keyof typeof goals;

/** Whether a figure reaches its goal; `undefined` if it has no comparable goal. */
export function reaches(name: GoalName, product: number, floor: number | undefined): boolean | undefined {
  const goal: Goal = goals[name];
  const figure = compared(goal, product, floor);
  if (figure === undefined) return undefined;
  return goal.atLeast === undefined ? figure <= (goal.atMost ?? Number.POSITIVE_INFINITY) : figure >= goal.atLeast;
}

function compared({ of }: Goal, product: number, floor: number | undefined): number | undefined {
  if (of === 'product' || floor === undefined) return of === 'product' ? product : undefined;
  return of === 'difference' ? product - floor : product / floor;
}

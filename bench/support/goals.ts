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
  // Sent with the list; a first page waits for both.
  bootstrap: limit(10, 'ms', 'not measured'),
  pageScale: times(1.7, 'not measured'),
  // The first adds other templates, which must not matter; the rest have 300 times as many items.
  searchBeside: times(2, 'not measured'),
  searchRare: times(30, 'not measured'),
  searchPhrase: times(150, 'not measured'),
  // 100,000 items against 10,000.
  searchSorted: times(1.5, 'not measured'),
  // 1,000,000 items against 10,000.
  listScale: times(2, 'not measured'),
  itemBytes: limit(7000, 'B', 'not measured'),
  save: share(0.3, '5 % to 8 %'),
  saveMany: times(3, '31x'),
  images: share(0.8, 'not measured'),
  readAll: share(0.75, '6 % to 43 %'),
  memoryIdle: limit(110, 'MB', '112 to 275 MB'),
  memoryLoaded: limit(250, 'MB', '333 to 671 MB'),
  // One of seven templates has changed.
  exportOne: times(0.1, 'not measured'),
  liveTold: limit(300, 'ms', 'not measured'),
  livePainted: limit(300, 'ms', 'not measured'),
  livePaintedOfFour: limit(500, 'ms', 'not measured'),
  liveMemory: limit(30, 'kB', 'not measured'),
  liveSave: times(1.1, 'not measured'),
  idleStatements: limit(120, 'statements', 'not measured'),
  start: times(1.5, '1.8x to 7x'),
  startEmbedded: limit(1.5, 's', '-'),
  bytes: limit(180, 'kB', '673 to 2,254 kB'),
  requests: limit(12, 'requests', 'not measured'),
  bytesShared: limit(170, 'kB', '-'),
  // Against a trivial plugin.
  mountPainted: times(1.3, 'not measured'),
  mountScript: times(1.5, 'not measured'),
  // Against a plugin that shows the same rows in a plain table.
  mountRows: times(1.3, 'not measured'),
  hostTask: times(1.3, 'not measured'),
  hostTyping: times(1.1, 'not measured'),
  // The code of the picker besides that of every page; against a bare picker with the same libraries; next to another part against alone.
  partBytes: limit(60, 'kB', 'not measured'),
  partCold: times(1.3, 'not measured'),
  partNext: times(0.3, 'not measured'),
  // 300 mounts and unmounts against 40; the heap by a megabyte at most, less than one console.
  cyclesLeft: noMore(),
  cyclesHeap: noMore(1),
  // With an empty cache; in the same tab and in a new one with everything cached: painted or responding, and as the server's present answer.
  listCold: times(1.7, '1.6x to 9x'),
  listSameTab: times(1.5, '2.2x to 13x'),
  listNewTab: times(1.3, '1.6x to 11x'),
  listTrue: times(1.5, 'not measured'),
  formCold: times(1.5, '2.6x to 5x'),
  formSameTab: times(1.3, '2.5x to 9x'),
  formNewTab: times(1.1, '2.5x to 9x'),
  formTrue: times(1.3, 'not measured'),
  listElements: limit(400, 'elements', 'not measured'),
  // Both are counted for the bare page as well, which also takes more than one.
  commits: limit(1, 'commit', 'not measured'),
  longTasks: noMore(),
  // The widest forms against the smallest.
  typingWork: times(1.5, 'not measured'),
  typingPainted: limit(50, 'ms', 'not measured'),
  // 2,000 columns against 100, and 100,000 items against 10,000.
  scrollStep: times(1.3, 'not measured'),
  scrollFrames: noMore(2),
  // 10,000 rows by 100 columns against 10 by 10, and dropped frames against an empty page.
  gridKey: times(1.3, 'not measured'),
  gridNodes: limit(1500, 'nodes', 'not measured'),
  gridFrames: noMore(2),
  filter: times(1.3, '1.7x to 3.9x'),
  // Until the next paint.
  interaction: limit(100, 'ms', 'not measured'),
  heap: limit(5, 'MB', '7.7 to 45 MB'),
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
  metricsPage: times(1.01, 'not measured'),
  replicaPage: times(1.25, 'not measured'),
  backupMeanwhile: times(1.2, 'not measured'),
  restore: limit(120, 's', 'not measured'),
  // Two instances of 100,000 items; a sync against the bare INSERT ... SELECT of its rows.
  syncListed: times(2, 'not offered'),
  // 1,000,000 items against 10,000.
  comparedEqual: times(2, 'not offered'),
  comparedListed: times(3, 'not offered'),
  comparedSynced: times(2, 'not offered'),
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
  // 100,000 rows: the rate and the memory of the server against those of batch saves, and the undo against the import.
  importRate: share(0.5, 'not offered'),
  importMemory: { of: 'difference', atMost: 40, goal: '40 MB more', leading: 'not offered' },
  importUndone: times(2, 'not offered'),
  // pg_dump of the same rows, or 10 s if that is longer; a batch save of the same items.
  filesPulled: times(2, 'not offered'),
  filesPushed: times(2, 'not offered'),
  // The same call with a session; a tenth is noise.
  tokenAccess: times(1.1, 'not measured'),
  // A batch save of the same values.
  gridPasted: times(2, 'not offered'),
  // 1,000,000 items against bare SQL.
  paletteFound: times(2, 'not measured'),
  // Bare SQL that writes all items that have the option; and lists by other conditions.
  choiceChanged: times(2, 'not offered'),
  choiceListed: times(1.3, 'not measured'),
  // In a worker.
  dropsRolled: limit(1, 's', 'not offered'),
  // 10,000 versions of an item against bare SQL; a version against a whole one; and saves of items of 1,000 versions.
  historyPage: times(2, 'not measured'),
  historyField: times(3, 'not measured'),
  historyBytes: times(0.5, 'not measured'),
  // Versions of published games; the least that is expected is that differences are shorter.
  historyGames: times(1, 'not measured'),
  historySave: share(0.97, 'not measured'),
  // 1,000,000 entries against bare SQL on a table with an index for each filter.
  activityPage: times(2, 'not measured'),
  activityFiltered: times(3, 'not measured'),
  // 100,000 items against the bare SQL that aggregates the same numbers; a check of 10,000 changed items with both states.
  chartDrawn: times(2, 'not offered'),
  chartChecked: limit(2, 's', 'not offered'),
  chartPainted: limit(300, 'ms', 'not offered'),
  // 60 steps at 60 frames a second; two are noise.
  chartFrames: limit(2, 'frames', 'not offered'),
  // 20 rules and a computed field; and the bare SQL that reads the documents of all items.
  ruledSave: times(1.15, 'not measured'),
  ruleTried: times(3, 'not offered'),
  saveHeld: limit(100, 'ms', 'not measured'),
  // From the call that publishes until a client that asks each 250 ms has verified the new bytes.
  deliveryArrival: limit(2, 's', 'minutes'),
  // nginx with the same files.
  deliveryRate: share(0.8, 'not measured'),
  // One changed item in a file of 2 MB.
  deliveryDelta: times(0.02, 'not offered'),
  // 100,000 items: exports as they were before builds.
  deliveryBuild: times(1.5, 'not offered'),
  deliveryMemory: noMore(40),
  syncSaves: limit(2, 's', 'not offered'),
  savesRefused: limit(0, 'saves', 'not measured'),
} satisfies Record<string, Goal>;
export type GoalName = keyof typeof goals;

/** A figure as it is compared with its goal. */
interface Measured {
  goal: GoalName;
  product: number;
  floor?: number | undefined;
  interval?: readonly [number, number] | undefined;
}

/** Whether a figure reaches its goal, with its whole interval if it has one; `undefined` if it has no comparable goal. */
export function reaches({ goal: name, product, floor, interval }: Measured): boolean | undefined {
  const goal: Goal = goals[name];
  const figure = compared(name, product, floor);
  if (figure === undefined) return undefined;
  const [least, most] = interval ?? [figure, figure];
  return goal.atLeast === undefined ? most <= (goal.atMost ?? Number.POSITIVE_INFINITY) : least >= goal.atLeast;
}

/** The number that is compared with the goal; `undefined` if it would need a floor that is missing. */
export function compared(name: GoalName, product: number, floor: number | undefined): number | undefined {
  const { of }: Goal = goals[name];
  if (of === 'product' || floor === undefined) return of === 'product' ? product : undefined;
  return of === 'difference' ? product - floor : product / floor;
}

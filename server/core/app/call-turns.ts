import type { TurnKind } from '@quartermaster/contract/endpoints/endpoint.ts';
import { createTurns, type Turns } from '../base/turns.ts';
import { withLongTimeout } from '../database/timeouts.ts';

/** How many calls of a kind one server works on. */
interface CallLimits {
  /** How many run at the same time, and how many wait for their turn. */
  atOnce: number;
  waiting: number;
  /** How many of one instance, and of one account, run or wait. */
  ofInstance: number;
  ofAccount: number;
  /** Its statements may take minutes. */
  isLong?: boolean;
  /** The message of a refusal. */
  message: string;
}

/** By their kind; the document of limits has them, too. */
export const callLimits: Record<TurnKind, CallLimits> = {
  batches: {
    ...{ atOnce: 4, waiting: 100, ofInstance: 60, ofAccount: 24 },
    message: 'Too many batches of items are being saved. Please try again in a moment.',
  },
  charts: {
    ...{ atOnce: 3, waiting: 60, ofInstance: 20, ofAccount: 20 },
    message: 'Too many charts are being drawn. Please try again in a moment.',
  },
  drops: {
    ...{ atOnce: 2, waiting: 60, ofInstance: 20, ofAccount: 6 },
    message: 'Too many drops are being followed. Please try again in a moment.',
  },
  edits: {
    ...{ atOnce: 3, waiting: 20, ofInstance: 6, ofAccount: 6, isLong: true },
    message: 'Too many edits of many items are running. Please try again in a moment.',
  },
  groups: {
    ...{ atOnce: 3, waiting: 60, ofInstance: 20, ofAccount: 20 },
    message: 'Too many lists are being grouped. Please try again in a moment.',
  },
  proposals: {
    ...{ atOnce: 3, waiting: 60, ofInstance: 20, ofAccount: 20 },
    message: 'Too many proposals are being checked. Please try again in a moment.',
  },
  'release-checks': {
    ...{ atOnce: 2, waiting: 20, ofInstance: 4, ofAccount: 4, isLong: true },
    message: 'Too many checks of releases are running. Please try again in a moment.',
  },
  'sync-checks': {
    ...{ atOnce: 2, waiting: 20, ofInstance: 4, ofAccount: 4, isLong: true },
    message: 'Too many checks of changes are running. Please try again in a moment.',
  },
  syncs: {
    ...{ atOnce: 4, waiting: 20, ofInstance: 4, ofAccount: 4, isLong: true },
    message: 'Too many syncs are being started. Please try again in a moment.',
  },
  templates: {
    ...{ atOnce: 2, waiting: 40, ofInstance: 10, ofAccount: 6 },
    message: 'Too many templates are being checked. Please try again in a moment.',
  },
  translations: {
    ...{ atOnce: 2, waiting: 10, ofInstance: 1, ofAccount: 6, isLong: true },
    message: 'Too many imports are running. Please try again in a moment.',
  },
};

/** Who makes a call. */
interface Caller {
  instanceId: number;
  /** Null for a caller without an account. */
  accountId: number | null;
  signal: AbortSignal;
}

/** Runs the work of a call in turn with the others of its kind; refuses it with 429 or 503 if there are too many. */
export type CallTurns = <T>(kind: TurnKind, caller: Caller, work: () => Promise<T>) => Promise<T>;

/** Bounds the calls that compute much, by the kind that their endpoint declares: of an account, of an instance and of a server. */
export function createCallTurns(): CallTurns {
  const known = new Map<TurnKind, { ofAccount: Turns; all: Turns }>();
  const turnsOf = (kind: TurnKind) => {
    const { atOnce, waiting, ofInstance, ofAccount, message } = callLimits[kind];
    const turns = known.get(kind) ?? {
      ofAccount: createTurns({ atOnce: Number.POSITIVE_INFINITY, ofOne: ofAccount, message }),
      all: createTurns({ atOnce, waiting, ofOne: ofInstance, message }),
    };
    known.set(kind, turns);
    return turns;
  };
  return (kind, { instanceId, accountId, signal }, work) => {
    const { ofAccount, all } = turnsOf(kind);
    const run = callLimits[kind].isLong ? () => withLongTimeout(work) : work;
    const inTurn = () => all(run, { key: instanceId, signal });
    return accountId === null ? inTurn() : ofAccount(inTurn, { key: accountId });
  };
}

import { readStored, writeStored } from '../storage/storage.ts';

/** How long, in milliseconds, a tab may hold a lease if the browser has no locks: a closed tab does not release it. */
const leaseFor = 5000;
/** Milliseconds after which all tabs that took a lease at the same moment see the same owner. */
const settleFor = 40;
/** Milliseconds between two attempts to take a lease. */
const retryEvery = 50;

/**
 * Runs a task while no other tab and no other console on this page runs one of the same name; the others wait. Uses the
 * browser's locks if there are any (in secure contexts), otherwise a lease in storage.
 */
export async function oneAtATime<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return withLease(name, task);
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return task();
  };
  try {
    return await locks.request(`quartermaster:${name}`, start);
  } catch (error) {
    // Pages with an opaque origin have `navigator.locks` but may not use it.
    if (isStarted) throw error;
    return withLease(name, task);
  }
}

async function withLease<T>(name: string, task: () => Promise<T>): Promise<T> {
  const key = `lease:${name}`;
  const self = String(Math.random());
  while (!(await takeLease(key, self))) await pause(retryEvery);
  try {
    return await task();
  } finally {
    if (ownerOf(key) === self) writeStored(key, null);
  }
}

async function takeLease(key: string, self: string): Promise<boolean> {
  const owner = ownerOf(key);
  if (owner !== null && owner !== self) return false;
  writeStored(key, `${self} ${Date.now() + leaseFor}`);
  // Without storage, other tabs cannot be detected, so there is nothing to wait for.
  if (readStored(key) === null) return true;
  await pause(settleFor);
  return ownerOf(key) === self;
}

/** The owner of a lease; `null` if it is free or has expired. */
function ownerOf(key: string): string | null {
  const [owner, until] = readStored(key)?.split(' ') ?? [];
  const left = Number(until) - Date.now();
  // An expiry further ahead than any lease is from before the clock was set back.
  return owner !== undefined && left > 0 && left <= leaseFor ? owner : null;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

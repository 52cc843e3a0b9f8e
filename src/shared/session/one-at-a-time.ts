import { readStored, writeStored } from '../storage/storage.ts';

/** Milliseconds that one tab may keep the others waiting where there are no locks: a tab that is closed gives nothing back. */
const leaseFor = 5000;
/** Milliseconds after which a lease is surely seen by every tab that took it at the same moment. */
const settleFor = 40;
const lookEvery = 50;

/**
 * Runs a task while no other tab, and no other console of this page, runs one of the same name; the others wait for it. By
 * the browser's locks where there are any, which is in secure contexts, else by a lease in storage.
 */
export async function oneAtATime<T>(name: string, task: () => Promise<T>): Promise<T> {
  const locks = navigator.locks as LockManager | undefined;
  if (!locks) return leased(name, task);
  let isStarted = false;
  const start = () => {
    isStarted = true;
    return task();
  };
  try {
    return await locks.request(`quartermaster:${name}`, start);
  } catch (error) {
    // A page without an origin of its own has locks that it may not use.
    if (isStarted) throw error;
    return leased(name, task);
  }
}

async function leased<T>(name: string, task: () => Promise<T>): Promise<T> {
  const key = `lease:${name}`;
  const own = String(Math.random());
  while (!(await takeLease(key, own))) await pause(lookEvery);
  try {
    return await task();
  } finally {
    if (ownerOf(key) === own) writeStored(key, null);
  }
}

async function takeLease(key: string, own: string): Promise<boolean> {
  const owner = ownerOf(key);
  if (owner !== null && owner !== own) return false;
  writeStored(key, `${own} ${Date.now() + leaseFor}`);
  // Without storage nothing is known of the others, and nobody is to wait for that.
  if (readStored(key) === null) return true;
  await pause(settleFor);
  return ownerOf(key) === own;
}

/** Who has the lease; `null` where it is free or has run out. */
function ownerOf(key: string): string | null {
  const [owner, until] = readStored(key)?.split(' ') ?? [];
  const left = Number(until) - Date.now();
  // One that ends later than any lease can was taken by a clock that has been put back since.
  return owner !== undefined && left > 0 && left <= leaseFor ? owner : null;
}

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

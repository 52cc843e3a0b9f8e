const day = 24 * 60 * 60 * 1000;

/** Days after a change to a plan that keeps less until its days count, in which the change can be taken back. */
const graceDays = 30;

/** For how many days a history is kept so far, null for ever, and since when the plan keeps less. */
export interface Kept {
  days: number | null;
  shorterSince: Date | null;
}

/** For how long a history is kept from now on, with the days of its plan; `kept` is null if that was never stored. */
export function keptFrom(planDays: number | null, stored: Kept | null, now: Date): Kept {
  const isShorter = stored !== null && planDays !== null && (stored.days === null || planDays < stored.days);
  if (!isShorter) return { days: planDays, shorterSince: null };
  const since = stored.shorterSince ?? now;
  return now.getTime() - since.getTime() < graceDays * day
    ? { days: stored.days, shorterSince: since }
    : { days: planDays, shorterSince: null };
}

/** A promise that cannot be checked on this page; the message says why. */
export class Skipped extends Error {}

/** A promise that is broken in such a way that its check cannot continue. */
export class Broken extends Error {}

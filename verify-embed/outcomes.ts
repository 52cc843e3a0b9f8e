/** A promise that cannot be checked on this page; the message says why. */
export class Skipped extends Error {}

/** A promise that is broken in such a way that its check cannot continue. */
export class Broken extends Error {}

/** The portal has left the document in which it was to be followed. */
export class Reloaded extends Broken {
  constructor(url?: string) {
    super(
      `The page reloads on links: entering or leaving the console loaded ${url ?? 'the page'} as a new document. The portal’s links must navigate without a page load, as with history.pushState or single-spa’s navigateToUrl.`,
    );
  }
}

/** The page cannot be checked at all. */
export class CannotVerify extends Error {}

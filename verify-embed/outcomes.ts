/** A promise that cannot be checked on this page; the message says why. */
export class Skipped extends Error {}

/** A broken promise after which its check cannot continue. */
export class Broken extends Error {}

/** The portal has loaded another document, so that it can no longer be observed. */
export class Reloaded extends Broken {
  constructor(url?: string) {
    super(
      `The page reloads on links: entering or leaving the console loaded ${url ?? 'the page'} as a new document. The portal’s links must navigate without a page load, as with history.pushState or single-spa’s navigateToUrl.`,
    );
  }
}

/** The page cannot be checked at all. */
export class CannotVerify extends Error {}

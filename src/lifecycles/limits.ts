/** How long a host or its users wait for something, in milliseconds. */
export const limits = {
  /** Until `mount` resolves, whether or not the console is there; after a second single-spa complains. */
  mount: 800,
  /** Until a placeholder is shown while the console is loading. */
  placeholder: 300,
  /** Until it says that the console is still loading. */
  stillLoading: 5_000,
  /** For loading the stylesheet and the code; then the user is offered a retry. */
  load: 30_000,
  /** For an answer of `getAccessToken`. */
  accessToken: 20_000,
};

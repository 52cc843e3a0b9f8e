/** Progress as a whole percentage; 100 only when everything is done. */
export const percentOf = (done: number, all: number): number =>
  all === 0 ? 0 : Math.min(done < all ? 99 : 100, Math.floor((100 * done) / all));

/** How much of something is done, as whole per cent; 100 only where it is all. */
export const percentOf = (done: number, all: number): number =>
  all === 0 ? 0 : Math.min(done < all ? 99 : 100, Math.floor((100 * done) / all));

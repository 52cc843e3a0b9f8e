// @ts-check
/** Prints what programs that run at the same time say, one program after another. */

/** @typedef {{ write: (text: string) => void, end: () => void }} Section */

/**
 * @param {(text: string) => void} print
 * @returns {(headline: string) => Section} opens a section: the first one that has not ended is printed as it is
 * written, the later ones when it is their turn
 */
export function createSections(print) {
  /** @type {{ text: string, hasEnded: boolean }[]} */
  const waiting = [];
  const flush = () => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (first.text) print(first.text);
      first.text = '';
      if (!first.hasEnded) return;
      waiting.shift();
    }
  };
  return (headline) => {
    const own = { text: `\n${headline}\n`, hasEnded: false };
    waiting.push(own);
    flush();
    return {
      write: (text) => {
        own.text += text;
        flush();
      },
      end: () => {
        own.hasEnded = true;
        flush();
      },
    };
  };
}

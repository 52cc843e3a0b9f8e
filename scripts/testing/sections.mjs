// @ts-check
/** Prints the output of programs that run at the same time, one program after another. */

/** @typedef {{ write: (text: string) => void, end: () => void }} Section */

/**
 * @param {(text: string) => void} print
 * @returns {(headline: string) => Section} opens a section: the first unfinished one is printed as it is written, later ones in turn
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

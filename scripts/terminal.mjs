// @ts-check
/** A sentence for the person at the terminal. What is wrong is one of them, and then nothing goes on. */
export class Sentence extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {number} since as of Date.now() */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * One line that is redrawn on a terminal, and printed only now and then into a log.
 * @param {() => string} text
 */
export function progress(text) {
  const terminal = process.stdout.isTTY === true;
  const draw = () => process.stdout.write(terminal ? `\r\x1b[2K  ${text()}` : `  ${text()}\n`);
  const timer = setInterval(draw, terminal ? 250 : 15_000);
  return () => {
    clearInterval(timer);
    if (terminal) process.stdout.write('\r\x1b[2K');
  };
}

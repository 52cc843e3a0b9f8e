// @ts-check
/** An error whose message is shown at the terminal without a stack trace, before the script ends. */
export class Sentence extends Error {}

/** @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** @param {number} since a Date.now() value */
export function seconds(since) {
  return `${((Date.now() - since) / 1000).toFixed(1)} s`;
}

/**
 * A progress line: updated in place on a terminal, printed only occasionally into a log.
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

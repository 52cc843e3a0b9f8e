import type { ChallengeDetails } from '@quartermaster/contract/challenge.ts';
import { createEventId } from '../http/event-id.ts';
import { HttpError } from '../http/http-error.ts';
import { loadTurnstile } from './turnstile.ts';

/** Message for a failed challenge. */
export const challengeFailure =
  "Oops! We couldn’t confirm you're human. Please refresh the page and give it another try.";

/** Prefixes of Turnstile error codes after which a retry may succeed. */
const retriedCodes = ['102', '103', '104', '106', '11060', '11062', '300', '600'];
/** Number of automatic retries of a challenge. */
const retries = 3;
/** Timeout without any callback from the widget, in milliseconds; suspended while it waits for the user. */
const silence = 60_000;
/** Turnstile's codes for a challenge that took too long, and for one that the user did not answer. */
const timedOut = '110600';
const unanswered = '110620';

/** The error of a failed challenge; `code` is Turnstile's, if it reported one. */
export const challengeFailed = (code?: string): HttpError =>
  new HttpError(
    403,
    { status_code: Number(code) || 403, error: 'challenge', message: challengeFailure },
    createEventId(),
  );

/** True for a failed challenge, whether the widget failed or the server rejected its token. */
export const isChallengeError = (error: unknown): error is HttpError =>
  error instanceof HttpError && error.body.error === 'challenge';

interface RunOptions {
  /** The element in which the widget is shown. */
  container: HTMLElement;
  scriptParent: HTMLElement;
  theme: 'light' | 'dark';
  nonce: string | undefined;
  /** Aborts the run. */
  signal: AbortSignal;
}

/** Shows the widget and returns its token; throws {@link challengeFailed}, or the reason of `signal`. */
export async function runChallenge(details: ChallengeDetails, options: RunOptions): Promise<string> {
  const { container, scriptParent, theme, nonce, signal } = options;
  const turnstile = await loadTurnstile(details.script, { parent: scriptParent, nonce, signal }).catch(() => null);
  signal.throwIfAborted();
  if (!turnstile) throw challengeFailed();

  let widget: string | undefined;
  let retriesLeft = retries;
  let timer: ReturnType<typeof setTimeout> | undefined;
  try {
    return await new Promise<string>((resolve, reject) => {
      const listen = () => {
        clearTimeout(timer);
        timer = setTimeout(() => failed(timedOut), silence);
      };
      const failed = (code: string) => {
        if (retriesLeft === 0 || !retriedCodes.some((known) => code.startsWith(known))) {
          return reject(challengeFailed(code));
        }
        retriesLeft -= 1;
        listen();
        turnstile.reset(widget ?? container);
      };
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      listen();
      widget = turnstile.render(container, {
        sitekey: details.site_key,
        theme,
        size: 'flexible',
        // Its automatic retries would run in addition to the counted ones.
        retry: 'never',
        callback: resolve,
        'error-callback': (code: unknown) => {
          failed(String(code));
          // Marks the error as handled, so that the script does not log it.
          return true;
        },
        'timeout-callback': () => failed(unanswered),
        'unsupported-callback': () => reject(challengeFailed()),
        'before-interactive-callback': () => clearTimeout(timer),
        'after-interactive-callback': listen,
      });
      if (widget === undefined) reject(challengeFailed());
    });
  } catch (error) {
    signal.throwIfAborted();
    throw isChallengeError(error) ? error : challengeFailed();
  } finally {
    clearTimeout(timer);
    if (widget !== undefined) turnstile.remove(widget);
  }
}

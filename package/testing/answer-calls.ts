import { Value } from 'typebox/value';
import type { Answers } from './answers.ts';
import { type Found, findEndpoint } from './find-endpoint.ts';
import type { Call } from './kit-types.ts';

/** The address at which the console finds its server in a test; nothing is sent to it. */
export const apiBase = 'https://console.test';

interface Options {
  answers: Answers;
  onCall: (call: Call) => void;
  /** Called with a sentence about a problem of the test's answers. */
  onProblem: (sentence: string) => void;
}

/** A `fetch` that answers instead of the server. */
export function answerCalls({ answers, onCall, onProblem }: Options): typeof globalThis.fetch {
  const refuse = (sentence: string) => {
    onProblem(sentence);
    // The console retries a call only after a server error.
    return respond({ status_code: 422, error: 'no_answer', message: sentence }, 422);
  };

  return async (input, init = {}) => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : String(input), apiBase);
    const method = init.method ?? 'GET';
    if (pathname === '/healthz') return respond({ ok: true });
    const found = findEndpoint(method, pathname.replace(/^\/v1/, ''));
    if (!found) return refuse(`The console called ${method} ${pathname}, which is not in the API of this release.`);
    const { name } = found.entry;
    // It says nothing, unless the test does.
    if (name === 'live.follow' && !(name in answers)) return silentStream(init.signal);
    const body = typeof init.body === 'string' ? parse(init.body) : init.body;
    const call = { name, params: found.params, query: Object.fromEntries(searchParams), body };
    onCall(call);
    const given = answers[name];
    if (given === undefined && (found.entry.shape.response || !(name in answers))) {
      return refuse(
        `The console called ${name} (${method} ${pathname}), and the test has no answer to it. Add "${name}" to the answers of openTestConsole.`,
      );
    }
    const answer: unknown = await (typeof given === 'function' ? given(call) : given);
    if (answer instanceof Response) return answer;
    const problem = problemOf(found, answer);
    if (problem) return refuse(`The test's answer to ${name} is not one of the API: ${problem}.`);
    return found.entry.shape.response ? respond(answer) : new Response(answer as BodyInit | null | undefined);
  };
}

const respond = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

/** A stream that says nothing. */
function silentStream(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream({
    start: (controller) => {
      controller.enqueue(new TextEncoder().encode(':\n\n'));
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** The problem of an answer, if any: a test with answers that no server sends proves nothing. */
function problemOf({ entry: { shape } }: Found, answer: unknown): string | undefined {
  if (!shape.response) return undefined;
  const [error] = Value.Errors(shape.response, answer);
  return error && `${error.instancePath.slice(1).replaceAll('/', '.') || 'it'} ${error.message}`;
}

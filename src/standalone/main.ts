import './page.css';
import '../app/theme/styles.ts';
import type { ConsoleProps } from '../app/context/console-props.ts';
import { createConsole } from '../app/create-console.tsx';
import { markRoot } from '../lifecycles/isolation/frame.ts';
import { showPanel } from '../lifecycles/isolation/panel.ts';
import { randomId } from '../lifecycles/random-id.ts';
import { createFlightRecorder } from '../lifecycles/recorder/flight-recorder.ts';
import { type Running, startConsole } from '../lifecycles/start-console.tsx';
import { answers, fetch, restored } from './early.ts';

const mountId = 'qm-page';
const root = elementOf('console');
const overlay = elementOf('overlay');
const recorder = createFlightRecorder('Quartermaster');

// Not awaited at the top level: the code of pages imports this file's, and would wait for it in a file of its own.
void restored.then((found) => start({ answers, restored: found }));

/** Starts the console as its own page: without isolation, window proxy or stylesheet loading. */
function start(cached: NonNullable<ConsoleProps['cached']>) {
  let running: Running | null = null;
  try {
    running = startConsole(createConsole, {
      props: {
        mountId,
        root,
        overlay,
        apiBase: location.origin,
        basename: '/',
        routing: 'url',
        routerWindow: window,
        fetch,
        cached,
        nonce: document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce,
        sentry: sentryOf(metaContent('sentry-dsn'), metaContent('release')),
        companyName: metaContent('company-sign-in'),
        ownsDocument: true,
        onEvent: recorder.event,
        onRoute: recorder.route,
        detailsOf: recorder.text,
        navigate: (to) => location.assign(to),
      },
      onCrash: (error, id = randomId()) => void stop(running, error, id),
      onUnmountError: reportError,
    });
  } catch (error) {
    void stop(null, error, randomId());
  }
}

async function stop(running: Running | null, error: unknown, id: string) {
  await Promise.resolve();
  await running?.unmount();
  reportError(error);
  const panel = showPanel(root, {
    headline: 'Oops! Something went wrong',
    sentences: [
      'A major problem occurred. Please try again. If it keeps happening, contact support and quote this error ID.',
    ],
    id,
    details: () => recorder.text(id),
    action: {
      label: 'Try again',
      run: () => {
        panel.remove();
        recorder.retried();
        // The answers may be the cause.
        start({ answers, restored: [] });
      },
    },
  });
}

/** The server adds the Sentry DSN to its page if one is configured. */
function sentryOf(dsn: string | undefined, release: string | undefined) {
  return dsn ? { dsn, ...(release && { release }) } : undefined;
}

const metaContent = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

function elementOf(id: string): HTMLElement {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page lacks #${id}.`);
  markRoot(node, mountId);
  return node;
}

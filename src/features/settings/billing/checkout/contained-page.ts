import type { PackagePage } from 'virtual:paddle-package';
import type { Paddle } from '@paddle/paddle-js';
import { createScript, type ScriptOptions, scriptTimeout } from '../../../../shared/http/load-script.ts';

const names = ['Paddle', 'PaddleBillingV1'] as const;
type Globals = { [name in (typeof names)[number]]?: Paddle | undefined };

/** The page before any checkout was opened; several consoles can have one open at the same time. */
interface Before extends Globals {
  elements: ReadonlySet<Element>;
}

const globals = globalThis as Globals;
let before: Before | undefined;
let openCheckouts = 0;
/** The globals that scripts of checkouts have defined; all others are the host's and stay. */
const ours = new WeakSet<Paddle>();

interface ContainedPage {
  /** The part of the page that the package can access. */
  page: PackagePage;
  /** The error of the setup, which the package only logs. */
  failure: () => unknown;
  /** Removes the script, its globals and its elements from the page. Can be called while the script loads. */
  leave: () => void;
}

/**
 * Contains one call of Paddle's package in the host's page: the script gets the given address, parent, nonce and a time
 * limit, the host's own Paddle is not visible, and nothing is logged.
 */
export function containedPage(url: URL, options: Omit<ScriptOptions, 'what'>): ContainedPage {
  const { parent, signal } = options;
  const script = createScript(url, { ...options, what: 'payment' });
  const { head, body } = parent.ownerDocument;
  /** Scripts add their elements only to these two. */
  const elements = () => [...head.children, ...body.children];
  const ofPage = before ?? { ...readGlobals(), elements: new Set(elements()) };
  before = ofPage;
  openCheckouts += 1;
  let paddle: Paddle | undefined;
  let failure: unknown;
  let hasLeft = false;

  const giveUp = () => {
    script.remove();
    // The package only waits for events of the script.
    script.dispatchEvent(new Event('error'));
  };
  const timer = setTimeout(giveUp, scriptTimeout);
  signal.addEventListener('abort', giveUp, { once: true });
  script.addEventListener('error', () => clearTimeout(timer));
  script.addEventListener('load', () => {
    clearTimeout(timer);
    // The script has run immediately before this event.
    const defined = globals.PaddleBillingV1;
    if (defined && defined !== ofPage.PaddleBillingV1 && !ours.has(defined)) paddle = defined;
    for (const value of [globals.Paddle, defined])
      if (value && value !== ofPage.Paddle && value !== ofPage.PaddleBillingV1) ours.add(value);
    // Removing the element of a loading script does not stop the script from running.
    if (hasLeft) cleanUp();
  });

  const cleanUp = () => {
    if (openCheckouts > 0) return;
    for (const name of names) if (globals[name] && ours.has(globals[name])) restore(name, ofPage[name]);
    for (const element of elements()) if (!ofPage.elements.has(element) && isOf(element, url)) element.remove();
  };
  const leave = () => {
    if (hasLeft) return;
    hasLeft = true;
    clearTimeout(timer);
    script.remove();
    openCheckouts -= 1;
    if (openCheckouts === 0) before = undefined;
    cleanUp();
  };

  return {
    page: {
      window: {
        get PaddleBillingV1() {
          return paddle;
        },
      },
      document: {
        querySelector: () => null,
        // The address set by the package is ignored: the server provides it.
        createElement: () => ({
          src: '',
          addEventListener: (type, listener) => script.addEventListener(type, listener),
        }),
        head: { appendChild: () => parent.append(script) },
      },
      console: {
        warn: (text, error) => {
          failure = error ?? new Error(text);
        },
        error: (text) => {
          failure = new Error(text);
        },
      },
    },
    failure: () => failure,
    leave,
  };
}

const readGlobals = (): Globals => ({ Paddle: globals.Paddle, PaddleBillingV1: globals.PaddleBillingV1 });

function restore(name: keyof Globals, value: Paddle | undefined): void {
  if (value) globals[name] = value;
  else delete globals[name];
}

/** True for an element that the script has added outside the checkout's container. */
function isOf(element: Element, { origin }: URL): boolean {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
  return /paddle/i.test(`${element.id} ${element.className} ${address}`) || address.startsWith(`${origin}/`);
}

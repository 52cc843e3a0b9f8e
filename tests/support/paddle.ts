import type { CheckoutOpenOptions, Paddle, PaddleSetupOptions } from '@paddle/paddle-js';
import { onTestFinished } from 'vitest';

type Page = typeof globalThis & { Paddle?: Paddle | undefined; PaddleBillingV1?: Paddle | undefined };

/** The console's calls to the payment provider's script, and its elements on the page. */
export interface PaddlePage {
  /** The outcome of the next script: it runs, cannot be loaded, hangs, or throws during its set-up. */
  next: 'runs' | 'fails' | 'hangs' | 'throws';
  /** The addresses from which it was loaded. */
  scripts: string[];
  environments: string[];
  setups: PaddleSetupOptions[];
  opened: CheckoutOpenOptions[];
  closed: number;
  /** Sends the console an event of the checkout, such as `checkout.completed`. */
  tell: (name: string) => void;
  /** Runs a script that was hanging. */
  run: () => void;
}

/**
 * Stands in for Paddle.js in a page that runs no scripts: it defines the globals, shows a frame in the target and adds a style
 * sheet and a frame of its own to the page, as the real one does.
 */
export function playPaddle(next: PaddlePage['next'] = 'runs'): PaddlePage {
  const page = globalThis as Page;
  const hanging: HTMLScriptElement[] = [];
  const added: Element[] = [];
  const state: PaddlePage = {
    next,
    scripts: [],
    environments: [],
    setups: [],
    opened: [],
    closed: 0,
    tell: (name) => state.setups.at(-1)?.eventCallback?.({ name } as never),
    run: () => {
      for (const script of hanging.splice(0)) run(script);
    },
  };
  const define = (origin: string) => {
    const { next: throws } = state;
    const paddle = {
      Initialized: false,
      Environment: { set: (environment: string) => state.environments.push(environment) },
      // biome-ignore lint/correctness/noComponentHookFactories: named by Paddle, and no component
      Initialize: (options: PaddleSetupOptions) => {
        if (throws === 'throws') throw new Error('[PADDLE] You must specify a token.');
        paddle.Initialized = true;
        state.setups.push(options);
        const sheet = document.createElement('link');
        sheet.setAttribute('href', `${origin}/paddle.css`);
        document.head.append(sheet);
        added.push(sheet);
      },
      Checkout: {
        open: (options: CheckoutOpenOptions) => {
          state.opened.push(options);
          const frame = document.createElement('iframe');
          frame.title = 'Checkout';
          document.getElementsByClassName(options.settings?.frameTarget ?? '')[0]?.append(frame);
          const other = document.createElement('iframe');
          other.className = 'paddle-frame';
          document.body.append(other);
          added.push(other);
        },
        close: () => {
          state.closed += 1;
        },
      },
    } as unknown as Paddle;
    page.Paddle = paddle;
    page.PaddleBillingV1 = paddle;
  };
  const run = (script: HTMLScriptElement) => {
    define(new URL(script.src).origin);
    script.dispatchEvent(new Event('load'));
  };
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement)) continue;
      state.scripts.push(node.src);
      if (state.next === 'hangs') hanging.push(node);
      else if (state.next === 'fails') node.dispatchEvent(new Event('error'));
      else run(node);
    }
  });
  watcher.observe(document.documentElement, { childList: true, subtree: true });
  onTestFinished(() => {
    watcher.disconnect();
    delete page.Paddle;
    delete page.PaddleBillingV1;
    for (const element of added) element.remove();
  });
  return state;
}

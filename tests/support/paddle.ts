import type { CheckoutOpenOptions, Paddle, PaddleSetupOptions } from '@paddle/paddle-js';
import { onTestFinished } from 'vitest';

type Page = typeof globalThis & { Paddle?: Paddle | undefined; PaddleBillingV1?: Paddle | undefined };

/** What the console asks of the payment provider's script, and what it has on the page. */
export interface PaddlePage {
  /** The addresses from which it was loaded. */
  scripts: string[];
  environments: string[];
  setups: PaddleSetupOptions[];
  opened: CheckoutOpenOptions[];
  closed: number;
  /** Tells the console what happens in the checkout, such as `checkout.completed`. */
  tell: (name: string) => void;
}

/**
 * Stands in for Paddle.js in a page that runs no scripts: it defines the globals, shows a frame in the target and adds a style
 * sheet and a frame of its own to the page, as the real one does.
 */
export function playPaddle({ fails = false } = {}): PaddlePage {
  const page = globalThis as Page;
  const state: PaddlePage = {
    scripts: [],
    environments: [],
    setups: [],
    opened: [],
    closed: 0,
    tell: (name) => state.setups.at(-1)?.eventCallback?.({ name } as never),
  };
  const define = (origin: string) => {
    const paddle = {
      Environment: { set: (environment: string) => state.environments.push(environment) },
      // biome-ignore lint/correctness/noComponentHookFactories: named by Paddle, and no component
      Initialize: (options: PaddleSetupOptions) => {
        state.setups.push(options);
        const sheet = document.createElement('link');
        sheet.setAttribute('href', `${origin}/paddle.css`);
        document.head.append(sheet);
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
        },
        close: () => {
          state.closed += 1;
        },
      },
    } as unknown as Paddle;
    page.Paddle = paddle;
    page.PaddleBillingV1 = paddle;
  };
  const watcher = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (!(node instanceof HTMLScriptElement)) continue;
      state.scripts.push(node.src);
      if (!fails) define(new URL(node.src).origin);
      node.dispatchEvent(new Event(fails ? 'error' : 'load'));
    }
  });
  watcher.observe(document.documentElement, { childList: true, subtree: true });
  onTestFinished(() => {
    watcher.disconnect();
    delete page.Paddle;
    delete page.PaddleBillingV1;
  });
  return state;
}

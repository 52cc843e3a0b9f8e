import { paddlePackage } from 'virtual:paddle-package';
import type { CheckoutSettings, PaddleEventData } from '@paddle/paddle-js';
import type { BillingScript } from '@quartermaster/contract/endpoints/billing.ts';
import type { ScriptOptions } from '../../../../shared/http/load-script.ts';
import { containedPage } from './contained-page.ts';

/** The order to buy, or the transaction to pay or to change the payment method of. */
export type Order =
  | { items: { priceId: string; quantity: number }[]; customData: Record<string, unknown> }
  | { transactionId: string };

interface CheckoutOptions extends Omit<ScriptOptions, 'what'> {
  /** The class of the only element that may contain the frame. */
  frameTarget: string;
  theme: 'light' | 'dark';
  onCompleted: () => void;
}

/** Shows the payment provider's checkout in an element. The returned function removes everything it added to the page. */
export async function openCheckout(
  { script_url, client_token, environment }: BillingScript,
  order: Order,
  { frameTarget, theme, onCompleted, ...frameOptions }: CheckoutOptions,
): Promise<() => void> {
  frameOptions.signal.throwIfAborted();
  const { page, failure, leave } = containedPage(new URL(script_url), frameOptions);
  const { initializePaddle, CheckoutEventNames } = paddlePackage(page);
  let isOpen = true;
  const eventCallback = ({ name }: PaddleEventData) => {
    // The script still listens after its removal.
    if (isOpen && name === CheckoutEventNames.CHECKOUT_COMPLETED) onCompleted();
  };
  try {
    const paddle = await initializePaddle({ token: client_token, environment, eventCallback }).catch(
      (cause: unknown) => {
        throw new Error('The payment script could not be loaded.', { cause });
      },
    );
    if (!paddle || failure()) throw new Error('The payment script could not be set up.', { cause: failure() });
    const settings = {
      displayMode: 'inline',
      frameTarget,
      frameInitialHeight: 450,
      frameStyle: 'width: 100%; min-width: 312px; background-color: transparent; border: none;',
      theme,
    } as const satisfies CheckoutSettings;
    paddle.Checkout.open({ ...order, settings });
    return () => {
      isOpen = false;
      paddle.Checkout.close();
      leave();
    };
  } catch (error) {
    isOpen = false;
    leave();
    throw error;
  }
}

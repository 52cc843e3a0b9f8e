import type { CheckoutSettings, Paddle, PaddleEventData } from '@paddle/paddle-js';
import type { BillingScript } from '@quartermaster/contract/endpoints/billing.ts';
import { loadScript, type ScriptOptions } from '../../../../shared/http/load-script.ts';

/** What is bought, or the transaction whose payment is made or whose payment method is changed. */
export type Order =
  | { items: { priceId: string; quantity: number }[]; customData: Record<string, unknown> }
  | { transactionId: string };

interface CheckoutOptions extends Omit<ScriptOptions, 'what'> {
  /** The class of the only element in which the frame is shown. */
  frameTarget: string;
  theme: 'light' | 'dark';
  onCompleted: () => void;
}

type Page = typeof globalThis & { Paddle?: Paddle | undefined; PaddleBillingV1?: Paddle | undefined };

/** Shows the payment provider's checkout in an element. The returned function removes all of it from the page again. */
export async function openCheckout(
  { script_url, client_token, environment }: BillingScript,
  order: Order,
  { frameTarget, theme, onCompleted, ...place }: CheckoutOptions,
): Promise<() => void> {
  const page = globalThis as Page;
  // A host may use the same provider with an account of its own.
  const { Paddle: ofHost, PaddleBillingV1: ofHostV1 } = page;
  const url = new URL(script_url);
  const { ownerDocument } = place.parent;
  const before = new Set(outer(ownerDocument));
  const script = await loadScript(url, { ...place, what: 'payment' });
  const paddle = page.Paddle;
  let isOpen = true;
  const remove = () => {
    isOpen = false;
    paddle?.Checkout.close();
    script.remove();
    restore(page, 'Paddle', ofHost);
    restore(page, 'PaddleBillingV1', ofHostV1);
    for (const element of outer(ownerDocument)) if (!before.has(element) && isOf(element, url)) element.remove();
  };
  try {
    if (!paddle || paddle === ofHost) throw new Error('The payment script did not define its global.');
    if (environment === 'sandbox') paddle.Environment.set('sandbox');
    const eventCallback = ({ name }: PaddleEventData) => {
      // The script goes on to listen after it was removed.
      if (isOpen && (name as string | undefined) === 'checkout.completed') onCompleted();
    };
    paddle.Initialize({ token: client_token, eventCallback });
    const settings = {
      displayMode: 'inline',
      frameTarget,
      frameInitialHeight: 450,
      frameStyle: 'width: 100%; min-width: 312px; background-color: transparent; border: none;',
      theme,
    } as const satisfies CheckoutSettings;
    paddle.Checkout.open({ ...order, settings });
  } catch (error) {
    remove();
    throw error;
  }
  return remove;
}

function restore(page: Page, name: 'Paddle' | 'PaddleBillingV1', value: Paddle | undefined): void {
  if (value) page[name] = value;
  else delete page[name];
}

/** What scripts add to a page they add here. */
const outer = ({ head, body }: Document) => [...head.children, ...body.children];

/** True for an element that the script has added, beside the frame. */
function isOf(element: Element, { origin }: URL): boolean {
  const address = element.getAttribute('src') ?? element.getAttribute('href') ?? '';
  return /paddle/i.test(`${element.id} ${element.className} ${address}`) || address.startsWith(`${origin}/`);
}

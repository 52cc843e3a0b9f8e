import { escapeHtml } from '../../../core/mail/mail-text.ts';
import { formatCents } from './billing-page.ts';

/** The content of a checkout's frame: a purchase, or an overdue payment with another method. */
export interface CheckoutPage {
  title: string;
  /** In cents; `undefined` if nothing is due. */
  total: number | undefined;
  /** The address of the form, including the purpose of the checkout. */
  action: string;
  isDark: boolean;
  message?: string;
  /** An event for the page that opened the frame. */
  event?: { name: string; data: Record<string, unknown> };
}

/** Renders the frame that stands in for the checkout of Paddle. */
export const renderCheckout = (
  { title, total, action, isDark, message, event }: CheckoutPage,
  nonce: string,
): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Checkout</title>
<style nonce="${nonce}">
:root { color-scheme: ${isDark ? 'dark' : 'light'}; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; background: Canvas; color: CanvasText; }
button { font: inherit; padding: 0.4rem 0.8rem; margin: 0 0.5rem 0.5rem 0; }
</style>
</head>
<body>
<main>
<p><strong>${escapeHtml(title)}</strong></p>
<p>${total === undefined ? 'Nothing is due now.' : `${formatCents(total)} due now, with tax.`} This is a simulator: nobody is charged.</p>
${message ? `<p role="status">${escapeHtml(message)}</p>` : ''}
${
  event?.name === 'checkout.completed'
    ? ''
    : `<form method="post" action="${escapeHtml(action)}">
<button name="outcome" value="complete">Complete payment</button>
<button name="outcome" value="fail">Fail payment</button>
</form>`
}
</main>
${event ? `<script nonce="${nonce}">parent.postMessage(${JSON.stringify(event).replaceAll('<', '\\u003c')}, '*');</script>` : ''}
</body>
</html>
`;

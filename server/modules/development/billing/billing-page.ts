import { escapeHtml } from '../../../core/mail/mail-text.ts';
import type { SimulatedSubscription } from './simulated-subscription.ts';
import type { SimulatedWorkspace, SimulatorSettings } from './simulator-repository.ts';

/** Cents as dollars. */
export const formatCents = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

const formatDate = (time: string) => `<time datetime="${time}">${time.replace('T', ' ').slice(0, 16)}</time>`;

const button = (name: string, value: string, label: string) =>
  `<button name="${name}" value="${value}">${escapeHtml(label)}</button>`;

/** Renders the list of workspaces. */
export const renderBilling = (workspaces: readonly SimulatedWorkspace[], nonce: string): string =>
  page(
    'Billing simulator',
    nonce,
    `<p>This server has no payment provider, and simulates one. Choose a workspace to move its time forward, to let a payment fail, or to lose or repeat a webhook.</p>
<table><thead><tr><th scope="col">Workspace</th><th scope="col">Owner</th><th scope="col">Subscription</th></tr></thead><tbody>${workspaces.map(row).join('')}</tbody></table>`,
  );

const row = ({ id, name, owner, plan, status }: SimulatedWorkspace) =>
  `<tr><td><a href="/dev/billing/${id}">${escapeHtml(name)}</a></td><td>${escapeHtml(owner ?? '')}</td><td>${plan}, ${status}</td></tr>`;

/** Renders one workspace with all actions on it. */
export const renderWorkspace = (
  { id, name, plan, status }: SimulatedWorkspace,
  {
    settings,
    subscriptions,
    now,
  }: { settings: SimulatorSettings; subscriptions: readonly SimulatedSubscription[]; now: Date },
  nonce: string,
): string => {
  const clock = new Date(now.getTime() + settings.aheadSeconds * 1000).toISOString();
  return page(
    name,
    nonce,
    `<p><a href="/dev/billing">All workspaces</a></p>
<p>Here it is on ${escapeHtml(plan)}, ${escapeHtml(status)}. The simulator's clock is at ${formatDate(clock)} UTC; advance it to reach the workspace's next payments.</p>
<form method="post" action="/dev/billing/${id}">
<p>${button('hours', '1', 'An hour later')}${button('hours', '24', 'A day later')}${button('hours', '168', 'A week later')}${button('hours', '336', 'Two weeks later')}${button('hours', '744', 'A month later')}</p>
<p>${settings.failsPayments ? button('payments', 'work', 'Let payments work again') : button('payments', 'fail', 'Let payments fail')}
${settings.losesNextWebhook ? 'The next webhook will be lost.' : button('webhook', 'lose', 'Lose the next webhook')}
${settings.lastWebhook ? button('webhook', 'repeat', 'Deliver the last webhook twice') : ''}</p>
</form>
${subscriptions.map(renderSubscription).join('')}`,
  );
};

const renderSubscription = (subscription: SimulatedSubscription) => `<h2>${escapeHtml(subscription.id)}</h2>
<p>${subscription.plan}, ${subscription.status}${subscription.isEnding ? ', to be canceled' : ''}: ${subscription.members} seats, ${subscription.projects} projects, until ${formatDate(subscription.until)}</p>
<table><thead><tr><th scope="col">Due (UTC)</th><th scope="col">Subtotal</th><th scope="col">Tax</th><th scope="col">Total</th><th scope="col">Paid</th></tr></thead>
<tbody>${subscription.charges.map((charge) => `<tr><td>${formatDate(charge.at)}</td><td>${formatCents(charge.subtotal)}</td><td>${formatCents(charge.tax)}</td><td>${formatCents(charge.total)}</td><td>${charge.isPaid ? 'yes' : 'no'}</td></tr>`).join('')}</tbody></table>`;

const page = (title: string, nonce: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} – Quartermaster</title>
<style nonce="${nonce}">
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.5rem; text-align: left; border-bottom: 1px solid #8886; overflow-wrap: anywhere; }
button { font: inherit; margin: 0 0.5rem 0.5rem 0; padding: 0.3rem 0.6rem; }
</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${content}
</main>
</body>
</html>
`;

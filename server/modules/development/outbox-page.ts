import { escapeHtml } from '../../core/mail/mail-text.ts';
import type { MailHeader } from './outbox-repository.ts';

const time = (date: Date) =>
  `<time datetime="${date.toISOString()}">${date.toISOString().replace('T', ' ').slice(0, 19)}</time>`;

/** Renders the list of mails. */
export const renderOutbox = (mails: readonly MailHeader[], nonce: string): string =>
  page(
    'Outbox',
    nonce,
    mails.length === 0
      ? '<p>No mail was sent yet. Mails of this server end here, as it has no <code>SMTP_URL</code>. Reload to look again.</p>'
      : `<table><thead><tr><th scope="col">To</th><th scope="col">Subject</th><th scope="col">Sent (UTC)</th></tr></thead><tbody>${mails.map(row).join('')}</tbody></table>`,
  );

const row = ({ id, recipient, subject, createdAt }: MailHeader) =>
  `<tr><td>${escapeHtml(recipient)}</td><td><a href="/dev/outbox/${id}">${escapeHtml(subject)}</a></td><td>${time(createdAt)}</td></tr>`;

/** Renders one mail as a mail program shows it, with its plain text. */
export const renderOutboxMail = (mail: MailHeader & { text: string }, nonce: string): string =>
  page(
    mail.subject,
    nonce,
    `<p><a href="/dev/outbox">All mails</a></p>
<p>To ${escapeHtml(mail.recipient)}, ${time(mail.createdAt)} UTC</p>
<h2>HTML</h2>
<iframe title="The mail as HTML" src="/dev/outbox/${mail.id}/html" sandbox="allow-top-navigation-by-user-activation"></iframe>
<h2>Plain text</h2>
<pre>${linked(mail.text)}</pre>`,
  );

/** Plain text with clickable URLs, as in mail programs. */
const linked = (text: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<>]+/g, (url) => `<a href="${url}">${url}</a>`);

/** Links in the mail open outside its frame. */
export const inFrame = (html: string): string => html.replace('<head>', '<head><base target="_top">');

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
th, td { padding: 0.5rem; text-align: left; border-bottom: 1px solid #8886; overflow-wrap: anywhere; vertical-align: top; }
iframe { width: 100%; height: 30rem; border: 1px solid #8886; background: #fff; }
pre { padding: 1rem; border: 1px solid #8886; white-space: pre-wrap; overflow-wrap: anywhere; }
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

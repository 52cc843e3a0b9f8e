import type { MailKind } from './mail-kinds.ts';

/** A link in a mail: a path of the console, made absolute with `PUBLIC_URL`. */
export interface MailLink {
  label: string;
  path: string;
}

/** The content of a mail, without its presentation. */
export interface Letter {
  kind: MailKind;
  to: string;
  subject: string;
  headline: string;
  sentences: readonly string[];
  /** The main action. */
  button?: MailLink;
  /** Further links. */
  links?: readonly MailLink[];
  /** Small print at the end. */
  note?: string;
  replyTo?: string;
  /** A path of the API that ends such mails with one POST (RFC 8058). */
  unsubscribePath?: string;
  /** Id of the one-time secret in the mail: if it is no longer valid, the mail is not sent. */
  secretId?: string;
}

/** A mail in the form in which it is sent. */
export interface RenderedMail {
  text: string;
  html: string;
}

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

/** Renders a letter as plain text and as HTML that mail programs display alike, both with the same content. */
export function renderMail({ headline, sentences, button, links = [], note }: Letter, publicUrl: string): RenderedMail {
  const url = ({ path }: MailLink) => publicUrl + path;
  const ways = [...(button ? [button] : []), ...links];
  const text = [
    headline,
    ...sentences,
    ...ways.map((link) => `${link.label}: ${url(link)}`),
    ...(note ? [note] : []),
    `-- \nQuartermaster\n${publicUrl}/`,
  ];
  const anchor = (link: MailLink, style: string, label = link.label) =>
    `<a href="${escapeHtml(url(link))}" style="${style}">${escapeHtml(label)}</a>`;
  const html = [
    `<h1 style="margin:0 0 16px;font-size:20px;line-height:28px">${escapeHtml(headline)}</h1>`,
    ...sentences.map(paragraph),
    ...(button
      ? [
          `<p style="margin:24px 0">${anchor(button, 'display:inline-block;padding:10px 20px;border-radius:6px;background:#1c5fd4;color:#ffffff;text-decoration:none;font-weight:600')}</p>`,
          `<p style="margin:0 0 16px;font-size:13px;color:#5a6270">If the button does not work, open this address:<br>${anchor(button, 'color:#1c5fd4;word-break:break-all', url(button))}</p>`,
        ]
      : []),
    ...links.map((link) => `<p style="margin:0 0 8px">${anchor(link, 'color:#1c5fd4')}</p>`),
    ...(note ? [`<p style="margin:24px 0 0;font-size:13px;color:#5a6270">${escapeHtml(note)}</p>`] : []),
  ];
  return { text: `${text.join('\n\n')}\n`, html: page(headline, html.join('\n')) };
}

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title></head>
<body style="margin:0;padding:24px 12px;background:#f4f5f7;color:#1b1f24;font-family:system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;font-size:15px;line-height:22px">
<div style="max-width:520px;margin:0 auto;padding:32px;border-radius:10px;background:#ffffff">
${content}
</div>
<p style="max-width:520px;margin:16px auto 0;text-align:center;font-size:13px;color:#5a6270">Quartermaster</p>
</body>
</html>
`;

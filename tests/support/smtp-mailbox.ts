import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';

/** A mail as received by an SMTP server. */
export interface SmtpMail {
  /** From the envelope. */
  sender: string;
  recipients: string[];
  /** By name in lower case. */
  headers: Record<string, string>;
  text: string;
  html: string;
}

/** A real mail server on loopback that stores the mails it receives. */
export interface SmtpMailbox {
  /** For `SMTP_URL`. */
  url: string;
  mails: SmtpMail[];
  /** The response to the next recipients: a code such as 451 or 550 instead of acceptance. */
  refuse: (...codes: number[]) => void;
  /** Answers each mail to this recipient with this code. */
  refuseRecipient: (recipient: string, code: number) => void;
  /** Leaves mails to this recipient unanswered until the returned function is called. */
  hold: (recipient: string) => () => void;
  /** True once a mail to this recipient has been offered since the last `hold`. */
  isOffered: (recipient: string) => boolean;
  close: () => Promise<void>;
}

/** Starts a mail server, on a free port unless one is given. */
export async function openSmtpMailbox(port = 0): Promise<SmtpMailbox> {
  const mails: SmtpMail[] = [];
  const refusals: number[] = [];
  const refusedRecipients = new Map<string, number>();
  const held = new Map<string, Promise<void>>();
  const offered = new Set<string>();
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    logger: false,
    onRcptTo: async ({ address }, _session, done) => {
      offered.add(address);
      await held.get(address);
      const responseCode = refusedRecipients.get(address) ?? refusals.shift();
      done(responseCode === undefined ? null : Object.assign(new Error('Not now.'), { responseCode }));
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const sender = envelope.mailFrom ? envelope.mailFrom.address : '';
        const recipients = envelope.rcptTo.map(({ address }) => address);
        mails.push({ sender, recipients, ...parseMail(Buffer.concat(chunks).toString('latin1')) });
        done();
      });
    },
  });
  // A client that disconnects in the middle is not an error of the server.
  server.on('error', () => {});
  const listener = server.listen(port, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  const bound = typeof address === 'object' && address ? address.port : port;
  return {
    url: `smtp://127.0.0.1:${bound}`,
    mails,
    refuse: (...codes) => refusals.push(...codes),
    refuseRecipient: (recipient, code) => refusedRecipients.set(recipient, code),
    hold: (recipient) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      offered.delete(recipient);
      held.set(recipient, promise);
      return () => {
        held.delete(recipient);
        resolve();
      };
    },
    isOffered: (recipient) => offered.has(recipient),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

interface Part {
  headers: Record<string, string>;
  body: string;
}

function parseMail(raw: string): Pick<SmtpMail, 'headers' | 'text' | 'html'> {
  const mail = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(mail.headers['content-type'] ?? '')?.[1];
  const parts = boundary ? mail.body.split(`--${boundary}`).slice(1, -1).map(splitPart) : [mail];
  const bodyOf = (type: string) => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type));
    return part ? decode(part) : '';
  };
  return { headers: mail.headers, text: bodyOf('text/plain'), html: bodyOf('text/html') };
}

function splitPart(raw: string): Part {
  const [head = '', ...rest] = raw.replace(/^\r\n/, '').split('\r\n\r\n');
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { headers: Object.fromEntries(headers), body: rest.join('\r\n\r\n') };
}

function decode({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase();
  const bytes =
    encoding === 'base64'
      ? Buffer.from(body, 'base64')
      : encoding === 'quoted-printable'
        ? Buffer.from(
            body
              .replaceAll('=\r\n', '')
              .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
            'latin1',
          )
        : Buffer.from(body, 'latin1');
  return bytes.toString('utf8').replaceAll('\r\n', '\n');
}

import type { App } from './core/app/deps.ts';
import { demoAccounts } from './core/environment/demo-accounts.ts';

/** Prints the server's addresses on the terminal; in production it writes a log line instead. */
export function announce(app: App): void {
  const { config, database, log } = app.deps;
  log.info({ url: config.publicUrl, database: database.kind }, 'ready');
  if (config.production) return;
  const lines = [
    '',
    'Quartermaster is ready.',
    '',
    `  Console   ${config.publicUrl}/`,
    ...(config.devHostPort === undefined ? [] : [`  Dev host  http://localhost:${config.devHostPort}/`]),
    `  API       ${config.publicUrl}/docs`,
    ...(config.outbox ? [`  Mails     ${config.publicUrl}/dev/outbox`] : []),
    ...(config.paddle ? [] : [`  Billing   ${config.publicUrl}/dev/billing`]),
    `  Data      ${database.kind === 'pglite' ? config.dataDir : 'PostgreSQL of DATABASE_URL'}`,
    ...(config.demo
      ? [
          '',
          `  Sign in with the password ${demoAccounts.password} as`,
          ...demoAccounts.emails.map((email) => `    ${email}`),
        ]
      : []),
    '',
    'Ctrl-C stops it.',
    '',
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

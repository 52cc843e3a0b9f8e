import { anyone } from '@quartermaster/contract/access.ts';
import type { App, Deps } from '../../core/app/deps.ts';
import { AppError } from '../../core/base/errors.ts';

const open = { access: anyone, safe: true };
const timeout = 2000;

/**
 * `/healthz`: the process responds. `/readyz`: the database responds too, content can be saved, and the work at start
 * is done; migrations run before anything is served.
 */
export const healthRoutes = (app: App, { database, freeSpace, startWork }: Deps): void => {
  app.get('/healthz', { config: open }, (_request, reply) => {
    // Lets an embedded console check whether the server is up, even if CORS blocks its API calls.
    reply.header('cross-origin-resource-policy', 'cross-origin');
    return { status: 'ok' };
  });
  app.get('/readyz', { config: open }, async () => {
    const late = AbortSignal.timeout(timeout);
    const tooLate = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new AppError('unavailable')), { once: true });
    });
    try {
      await Promise.race([database.query('select 1', [], 'ready'), tooLate]);
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    }
    // An external database has its own disk.
    if (database.kind === 'pglite' && freeSpace.isShort)
      throw new AppError('unavailable', { message: 'The disk has too little disk space left to save anything.' });
    const [pending] = startWork.pending();
    if (pending) throw new AppError('unavailable', { message: `The server is still starting: ${pending}.` });
    return { status: 'ok' };
  });
};

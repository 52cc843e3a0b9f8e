import { anyone } from '@quartermaster/contract/access.ts';
import type { App, Deps } from '../../core/deps.ts';
import { AppError } from '../../core/errors.ts';

const open = { access: anyone, safe: true };
const patience = 2000;

/** `/healthz`: the process answers. `/readyz`: so does its database; the tables are there before anything is served. */
export const healthRoutes = (app: App, { database }: Deps): void => {
  app.get('/healthz', { config: open }, () => ({ status: 'ok' }));
  app.get('/readyz', { config: open }, async () => {
    const late = AbortSignal.timeout(patience);
    const tooLate = new Promise<never>((_, reject) => {
      late.addEventListener('abort', () => reject(new AppError('unavailable')), { once: true });
    });
    try {
      await Promise.race([database.query('select 1', [], 'ready'), tooLate]);
    } catch (cause) {
      throw new AppError('unavailable', { cause });
    }
    return { status: 'ok' };
  });
};

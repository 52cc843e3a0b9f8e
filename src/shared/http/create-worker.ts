import { trustedScriptUrl } from './load-script.ts';

/**
 * Starts a worker of a module of the console, whose address is that of a `?worker&url` import; throws where the page's content
 * security policy forbids workers. If it cannot be loaded, it has an `error` event.
 */
export function createWorker(workerUrl: string): Worker {
  const url = new URL(workerUrl, import.meta.url).href;
  // A worker must be of the page's own origin: in a portal, one of the page imports that of the console.
  const isOfPage = new URL(url).origin === location.origin;
  const blob = isOfPage
    ? undefined
    : URL.createObjectURL(new Blob([`import ${JSON.stringify(url)};`], { type: 'text/javascript' }));
  const worker = new Worker(trustedScriptUrl(blob ?? url), { type: 'module' });
  if (blob !== undefined) {
    const revoke = () => URL.revokeObjectURL(blob);
    worker.addEventListener('message', revoke, { once: true });
    worker.addEventListener('error', revoke, { once: true });
    const terminate = worker.terminate.bind(worker);
    worker.terminate = () => {
      revoke();
      terminate();
    };
  }
  return worker;
}

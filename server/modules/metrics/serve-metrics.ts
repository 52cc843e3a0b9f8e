import { createServer, type Server } from 'node:http';
import type { App } from '../../core/app/deps.ts';
import type { Metrics } from './metrics.ts';

/** A server with the metrics at `/metrics` and nothing else, for a port that only collectors reach. */
export function createMetricsServer(app: App, metrics: Metrics): Server {
  return createServer(async ({ method, url }, response) => {
    if (method !== 'GET' || url?.split('?')[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    try {
      const text = await metrics.read(app);
      response.writeHead(200, { 'content-type': metrics.contentType }).end(text);
    } catch (error) {
      app.log.error({ err: error }, 'the metrics could not be read');
      response.writeHead(500).end();
    }
  });
}

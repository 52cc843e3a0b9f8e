import { billing, signatureHeader } from '@quartermaster/contract/endpoints/billing.ts';
import type { App } from '../../../core/app/deps.ts';
import { apiPrefix } from '../../../core/app/route.ts';
import { callConfigured } from '../../../core/egress/call-out.ts';

/** Sends a webhook to this server over HTTP; to one that does not listen, as in a test, without a connection. */
export async function deliverWebhook(app: App, body: string, signature: string): Promise<void> {
  const headers = { 'content-type': 'application/json', [signatureHeader]: signature };
  const url = apiPrefix + billing.receiveWebhook.path;
  const address = app.server.address();
  try {
    const status =
      address !== null && typeof address === 'object'
        ? (
            await callConfigured(`http://${hostOf(address.address, address.family)}:${address.port}${url}`, {
              method: 'POST',
              headers,
              body,
              timeout: 30_000,
              longest: 1024,
            })
          ).status
        : (await app.inject({ method: 'POST', url, headers, payload: body })).statusCode;
    if (status >= 300) app.log.warn({ status }, 'A webhook of the billing simulator was not taken.');
  } catch (error) {
    app.log.warn({ err: error }, 'A webhook of the billing simulator could not be sent.');
  }
}

const hostOf = (address: string, family: string) =>
  address === '::' || address === '0.0.0.0' ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;

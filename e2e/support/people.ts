import { type APIRequestContext, request } from '@playwright/test';
import { accounts } from '@quartermaster/contract/endpoints/people/accounts.ts';
import { callHeaders } from './api.ts';

/** The accounts of the demo. */
export type Person = 'owner' | 'admin' | 'member' | 'free';

export const password = 'Quartermaster1';
export const emailOf = (person: Person) => `${person}@quartermaster.test`;

/**
 * Signs in through the API; the cookies stay in the request context. Returns when the session expires, in Unix seconds.
 */
export async function login(context: APIRequestContext, url: string, person: Person): Promise<number> {
  const answer = await context.post(`${url}/v1${accounts.login.path}`, {
    headers: callHeaders,
    data: { email: emailOf(person), password },
  });
  if (!answer.ok()) throw new Error(`${person} cannot sign in: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { expires_at: number }).expires_at;
}

/** A browser’s state after a person has signed in at the console and in the portal: cookies and their expiry. */
export async function signedInState(product: { url: string; devHostUrl: string }, person: Person) {
  const context = await request.newContext();
  const expiresAt = await login(context, product.url, person);
  const { cookies } = await context.storageState();
  await context.dispose();
  const localStorage = [{ name: `quartermaster:expires-at:${product.url}`, value: String(expiresAt) }];
  return { cookies, origins: [product.url, product.devHostUrl].map((origin) => ({ origin, localStorage })) };
}

import type { Environment, TokenScope } from '@quartermaster/contract/access.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import type { TestServer } from './server.ts';
import type { Person } from './server-studio.ts';
import { tableDigests } from './table-digests.ts';

/** What a tool answers: its text, and the data in it. */
export interface Answered {
  isError: boolean;
  text: string;
  data: Record<string, unknown>;
}

/** The lengths of all arguments and answers so far, in characters. */
export interface Spent {
  calls: number;
  characters: number;
}

let made = 0;

/** Makes a token of the project of the studio. */
export const makeToken = (
  server: TestServer,
  scopes: TokenScope[] = ['read', 'propose'],
  environments: Environment[] = ['Dev'],
  as: Person = 'owner',
) => {
  made += 1;
  const body = { name: `Assistant ${made}`, scopes, environments, expires_at: null };
  return server.call(projectTokens.create, { params: { instanceId: server.studio.dev }, body }, { as });
};

/** Headers with which a client sends messages. */
export const mcpHeaders = (secret?: string): Record<string, string> => ({
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  ...(secret !== undefined && { authorization: `Bearer ${secret}` }),
});

/** Sends a message of the revisions from 2025. */
export async function sendMessage({ app }: TestServer, secret: string | undefined, message: object, headers = {}) {
  const answer = await app.inject({
    method: 'POST',
    url: '/mcp',
    headers: { ...mcpHeaders(secret), ...headers },
    payload: JSON.stringify(message),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
}

/** The data of an answer: what stands between the marks. */
export function dataOf(text: string): Record<string, unknown> {
  const [, block] = /\n<game-data>\n([^<]*)\n<\/game-data>$/.exec(text) ?? [];
  return block === undefined ? {} : (JSON.parse(block) as Record<string, unknown>);
}

/** Tools as a client with this token calls them. */
export function toolsOf(server: TestServer, secret: string) {
  const spent: Spent = { calls: 0, characters: 0 };
  const call = async (name: string, given: unknown = {}): Promise<Answered> => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: given } };
    const { status, text: body } = await sendMessage(server, secret, message);
    if (status !== 200) throw new Error(`${status} ${body}`);
    const { result, error } = JSON.parse(body) as {
      result?: { content: { text: string }[]; isError?: boolean };
      error?: { message: string };
    };
    if (!result) throw new Error(error?.message);
    const text = result.content.map((part) => part.text).join('\n');
    spent.calls += 1;
    spent.characters += JSON.stringify(given).length + text.length;
    return { isError: result.isError === true, text, data: dataOf(text) };
  };
  return { call, spent };
}

/** Digests of all that tools must not change. */
export const unchangedByTools = (server: TestServer): Promise<Record<string, string>> =>
  tableDigests(server, /^proposals$/);

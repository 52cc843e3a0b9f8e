import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { consoleUrl } from './test.ts';

/** What a tool answers about items. */
interface Data {
  columns: string[];
  rows: [number, number, string, number][];
  next_cursor: string | null;
}

/** Tools as an assistant with this token calls them. */
export async function toolsOf(token: string) {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${consoleUrl}/mcp`), { requestInit }));
  return async (name: string, given: Record<string, unknown>) => {
    const { content } = await client.callTool({ name, arguments: given });
    const text = (content as { text: string }[]).map((part) => part.text).join('\n');
    const data = /<game-data>\n([^<]*)\n<\/game-data>/.exec(text)?.[1] ?? '{}';
    return { text, data: JSON.parse(data) as Data };
  };
}

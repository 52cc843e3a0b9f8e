import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/**
 * Drives the tools with the official client, in a process of its own: `node mcp-client.ts <address> <token> <legacy|auto>`. Writes what
 * it has found as JSON.
 */
const [address = '', token = '', mode = ''] = process.argv.slice(2);

const client = new Client(
  { name: 'test', version: '1' },
  { versionNegotiation: { mode: mode === 'legacy' ? 'legacy' : 'auto' } },
);
const requestInit = { headers: { authorization: `Bearer ${token}` } };
await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));

const call = async (name: string, given: Record<string, unknown>) => {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [part] = content as { type: string; text: string }[];
  const text = part?.text ?? '';
  const block = /<game-data>\n([^<]*)\n<\/game-data>/.exec(text)?.[1] ?? '{}';
  return { text, isError: isError === true, data: JSON.parse(block) as Record<string, unknown> };
};

const { tools } = await client.listTools();
const described = await call('describe', {});
const fields = await call('describe', { templates: ['weapon'] });
const found = await call('find', {
  template: 'weapon',
  fields: ['price'],
  sort: { field: 'price', direction: 'desc' },
});
const [[id, version, , price] = []] = found.data.rows as [number, number, string, number][];
const proposed = await call('propose', {
  title: 'Cheaper',
  changes: [{ template: 'weapon', items: [{ _id: id, _version: version, price: (price ?? 0) - 1 }] }],
});
const proposal = Number(/^Proposal (\d+)/.exec(proposed.text)?.[1]);
const decided = Number.isNaN(proposal) ? undefined : await call('get_proposal', { proposal });

process.stdout.write(
  JSON.stringify({
    version: client.getNegotiatedProtocolVersion(),
    instructions: client.getInstructions(),
    tools: tools.map(({ name }) => name),
    described: described.data,
    fields: fields.data,
    found: found.data,
    proposed,
    decided,
  }),
);
await client.close();

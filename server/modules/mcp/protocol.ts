import {
  createMcpHandler,
  fromJsonSchema,
  isLegacyRequest,
  type JsonSchemaType,
  type JsonSchemaValidatorResult,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
import type { App } from '../../core/app/deps.ts';
import { callsForAssistant } from '../../core/app/internal-calls.ts';
import type { ProjectToken } from '../../core/session/read-project-token.ts';
import { writeAnswer } from './answer.ts';
import { instructions } from './instructions.ts';
import { runTool } from './run-tool.ts';
import type { ToolContext } from './tool.ts';
import { toolEndpoints } from './tool-endpoints.ts';
import { tools } from './tools.ts';

/** Inputs are checked where tools run, so that they are refused in the words of the API. */
const unchecked = {
  getValidator:
    <T>() =>
    (input: unknown): JsonSchemaValidatorResult<T> => ({ valid: true, data: input as T, errorMessage: undefined }),
};

// Shapes have properties that only the schema library understands.
const listed = tools.map((tool) => ({
  tool,
  inputSchema: fromJsonSchema(JSON.parse(JSON.stringify(tool.input)) as JsonSchemaType, unchecked),
}));

/** The server of one request. */
function createServer(context: ToolContext, report: (error: unknown) => void): McpServer {
  const server = new McpServer(
    { name: 'quartermaster', title: 'Quartermaster', version: '1' },
    { instructions, capabilities: { tools: { listChanged: false } } },
  );
  for (const { tool, inputSchema } of listed) {
    const { name, title, description, isReadOnly } = tool;
    const annotations = {
      title,
      readOnlyHint: isReadOnly,
      destructiveHint: false,
      idempotentHint: isReadOnly,
      openWorldHint: false,
    };
    server.registerTool(name, { title, description, annotations, inputSchema }, async (input) => {
      const answer = await runTool(tool, context, input ?? {}, report);
      return {
        content: [{ type: 'text' as const, text: writeAnswer(answer) }],
        ...(answer.isError && { isError: true }),
      };
    });
  }
  return server;
}

/** Answers a request of the protocol, of its current revision and of those from 2025; nothing is kept between requests. */
export async function serveProtocol(app: App, request: FastifyRequest, token: ProjectToken): Promise<Response> {
  const { config } = app.deps;
  const context = { ...callsForAssistant(app, request, toolEndpoints), token, publicUrl: config.publicUrl };
  const create = () => createServer(context, (error) => request.log.error({ err: error }, 'a tool failed'));
  const { body: parsedBody } = request;
  const asked = new Request(new URL('/mcp', config.publicUrl), { method: 'POST', headers: headersOf(request) });
  if (!(await isLegacyRequest(asked, parsedBody))) {
    // No streams: nothing that a tool list or a session could tell changes while the server runs.
    return createMcpHandler(create, { legacy: 'reject', maxSubscriptions: 0 }).fetch(asked, { parsedBody });
  }
  const server = create();
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    return await transport.handleRequest(asked, { parsedBody });
  } finally {
    await server.close();
  }
}

function headersOf({ headers }: FastifyRequest): Headers {
  const result = new Headers();
  // The body is passed on parsed, and its length is not that of this request.
  for (const [name, value] of Object.entries(headers))
    if (typeof value === 'string' && name !== 'content-length' && name !== 'authorization') result.set(name, value);
  return result;
}

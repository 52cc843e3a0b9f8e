import type { JsonSchema, Operation } from './openapi.ts';
import { sampleOf } from './sample.ts';

/** Characters of an example of an answer, above which it is sampled less deeply. */
const longestAnswer = 800;

/** A call as a line of curl, with the address of the server and tokens as variables. */
export function curlExample(path: string, method: string, operation: Operation): string {
  const [body] = bodyArguments(operation);
  const parts = [
    `curl${method === 'get' ? '' : method === 'head' ? ' --head' : ` -X ${method.toUpperCase()}`} "$HOST${addressOf(path, operation)}"`,
    ...credentials(method, operation),
    ...(body ?? []),
  ];
  return parts.join(' \\\n  ');
}

/** Path and query with values for all parameters that are required. */
function addressOf(path: string, { parameters }: Operation): string {
  const sampleText = ({ name, schema }: Operation['parameters'][number]) =>
    encodeURIComponent(String(sampleOf(schema, 1, name)));
  const filled = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((address, parameter) => address.replace(`{${parameter.name}}`, sampleText(parameter)), path);
  const query = parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map((parameter) => `${parameter.name}=${sampleText(parameter)}`);
  return query.length > 0 ? `${filled}?${query.join('&')}` : filled;
}

/** A token if the call takes one, otherwise the cookies of a session. */
function credentials(method: string, { operationId, security }: Operation): string[] {
  if (operationId === 'accounts.login') return ['-c cookies.txt'];
  if (operationId === 'accounts.refresh' || operationId === 'accounts.logout')
    return ['-b cookies.txt -c cookies.txt', csrf];
  if (security.some((one) => 'projectToken' in one || 'apiToken' in one)) return ['-H "Authorization: Bearer $TOKEN"'];
  if (security.length === 0) return [];
  return ['-b cookies.txt', ...(method === 'get' ? [] : [csrf])];
}

const csrf = "-H 'X-CSRF-Protection: 1'";

/** The body by media type, as arguments of curl. */
function bodyArguments({ requestBody }: Operation): string[][] {
  return Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema = {} }]) => {
    const header = `-H 'Content-Type: ${mediaType}'`;
    const sample = sampleOf(schema, 6);
    if (mediaType === 'application/x-www-form-urlencoded')
      return Object.entries(sample as object).map(([name, value]) => `--data-urlencode '${name}=${String(value)}'`);
    if (mediaType.endsWith('jsonl')) return [header, `--data-binary '${JSON.stringify(sample)}'`];
    if (mediaType.endsWith('json')) return [header, `-d '${jsonText(sample, '  ')}'`];
    return [header, '--data-binary @file'];
  });
}

/** An answer with one entry in each list. */
export function answerExample(schema: JsonSchema): string {
  const texts = [6, 5, 4, 3, 2, 1].map((depth) => jsonText(sampleOf(schema, depth)));
  return texts.find((text) => text.length <= longestAnswer) ?? texts.at(-1) ?? '';
}

/** Characters of JSON in one line. */
const longestLine = 64;

/** JSON whose short lists and objects are in one line each. */
function jsonText(value: unknown, indent = ''): string {
  const line = JSON.stringify(value, null, 1).replaceAll(/\n\s*/g, ' ');
  if (typeof value !== 'object' || value === null || line.length + indent.length <= longestLine) return line;
  const inner = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((entry) => jsonText(entry, inner))
    : Object.entries(value).map(([name, entry]) => `${JSON.stringify(name)}: ${jsonText(entry, inner)}`);
  const [start, end] = Array.isArray(value) ? '[]' : '{}';
  return `${start}\n${parts.map((part) => inner + part).join(',\n')}\n${indent}${end}`;
}

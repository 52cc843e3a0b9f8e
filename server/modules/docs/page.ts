import { answerExample, curlExample } from './examples.ts';
import { guides } from './guides.ts';
import { htmlPage } from './html-page.ts';
import { inline } from './markdown.ts';
import { conventions, type OpenApi, type Operation } from './openapi.ts';
import { row, schemaTable, table } from './schema-table.ts';
import { content, text, titleOf } from './text.ts';

/** A call of the OpenAPI document. */
export interface Call {
  path: string;
  method: string;
  operation: Operation;
}

/** The calls of a document in its order. */
export const callsOf = (document: OpenApi): Call[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );

/** Renders the API reference as one page without scripts, which works offline and under a strict CSP. */
export function renderReference(document: OpenApi): string {
  const groups = groupCalls(document, callsOf(document));
  return htmlPage({
    title: document.info.title,
    path: '/docs',
    sections: [
      { id: 'calls', title: 'Calls' },
      { id: 'errors', title: 'Errors' },
      ...groups.map(({ name, calls }) => ({ id: name, title: text(titleOf(name)), count: calls.length })),
    ],
    main: `${introduction(document)}
${groups.map(({ name, description, calls }) => `<h2 id="${name}">${text(titleOf(name))}</h2>${paragraph(description)}${renderCalls(calls)}`).join('\n')}`,
  });
}

const introduction = (
  document: OpenApi,
): string => `<p>The console works with these calls, and so can your builds, scripts and tools. The same as data: <a href="/openapi.json">openapi.json</a>, in OpenAPI 3.1.</p>
<h2 id="guides">Guides</h2>
<ul class="guides">${Object.entries(guides)
  .map(
    ([name, { title, summary }]) => `<li><a href="/docs/${name}">${text(title)}</a> <span>${text(summary)}</span></li>`,
  )
  .join('')}</ul>
<h2 id="calls">Calls</h2>
<p>${inline(conventions)} <a href="/docs/limits">Limits</a> has the largest sizes of content and bodies.</p>
<p>In the examples, <code>$HOST</code> is the address of the server and <code>$TOKEN</code> a token from <strong>Export settings</strong>. Calls that take no tokens use the cookies of <a href="#accounts.login"><code>accounts.login</code></a>. A click on an example selects all of it.</p>
<h2 id="errors">Errors</h2>
<p>A call that is refused has a status from 400 on, and this body:</p>
${schemaTable(document.components.schemas.Error)}`;

/** Calls by resource, in the order of the document. */
export const groupCalls = (document: OpenApi, calls: Call[]) =>
  document.tags
    .map((tag) => ({ ...tag, calls: calls.filter(({ operation }) => operation.tags.includes(tag.name)) }))
    .filter((group) => group.calls.length > 0);

/** The calls of a resource as rows that open. */
export const renderCalls = (calls: Call[], isOpen = false): string =>
  `<div class="calls">${calls.map((call) => renderCall(call, isOpen)).join('')}</div>`;

function renderCall({ path, method, operation }: Call, isOpen: boolean): string {
  const { operationId, summary, description, parameters } = operation;
  const [access = '', about = ''] = description.split('\n\n').reverse();
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  // The anchor is inside, so that browsers open the row that a link leads to.
  return `<details${isOpen ? ' open' : ''}><summary><b class="${method}">${method.toUpperCase()}</b><code>${text(path)}</code><span>${inline(summary)}</span></summary>
<div id="${operationId}">${paragraph(rest(about, summary))}<p class="access">${inline(access)}</p>
<h3>Example</h3>${copyable(curlExample(path, method, operation))}
${parameters.length > 0 ? `<h3>Parameters</h3>${table(parameters.map(renderParameter).join(''))}` : ''}${
  bodies.length > 0
    ? `<h3>Body</h3>${bodies.map(([mediaType, { schema = {} }]) => `${mediaType === 'application/json' ? '' : `<p>${text(mediaType)}</p>`}${schemaTable(schema, true)}`).join('')}`
    : ''
}
<h3>Answer</h3>${renderAnswer(operation)}</div></details>`;
}

const paragraph = (markdown: string): string => (markdown ? `<p>${inline(markdown)}</p>` : '');

/** What a description says beyond its summary. */
function rest(description: string, summary: string): string {
  const start = summary.replace(/[.!?]$/, '');
  if (!description.startsWith(start)) return description;
  const further = description.slice(start.length).replace(/^[.;!?]\s*/, '');
  return further.charAt(0).toUpperCase() + further.slice(1);
}

function renderAnswer({ responses }: Operation): string {
  const answer = Object.entries(responses).find(([status]) => status !== 'default')?.[1];
  const schema = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
  if (schema) return `${copyable(answerExample(schema))}${schemaTable(schema)}`;
  return `<p>${inline(answer && 'description' in answer ? answer.description : '')}</p>`;
}

const renderParameter = ({ name, in: location, required, schema }: Operation['parameters'][number]): string =>
  row({ name, schema, mark: `${location}, ${required ? 'required' : 'optional'}`, depth: 0 });

const copyable = (example: string): string => `<pre class="copy"><code>${content(example)}</code></pre>`;

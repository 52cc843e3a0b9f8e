import { guideLinks } from './guide.ts';
import { htmlPage, text } from './html-page.ts';
import type { JsonSchema, OpenApi, Operation } from './openapi.ts';

/** Renders the API reference as one page without scripts, which works offline and under a strict CSP; with a search, what it finds. */
export function renderReference(document: OpenApi, search = ''): string {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const operations = Object.entries(document.paths)
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })))
    .filter(({ path, operation: { operationId, summary, description } }) => {
      const content = `${path} ${operationId} ${summary} ${description}`.toLowerCase();
      return words.every((word) => content.includes(word));
    });
  const isSearch = words.length > 0;
  const sections = document.tags.flatMap(({ name }) => {
    const tagged = operations.filter(({ operation }) => operation.tags.includes(name));
    const html = tagged.map((one) => renderOperation(one.path, one.method, one.operation)).join('');
    return tagged.length > 0 ? [{ name, tagged, html }] : [];
  });
  const found = `<p role="status">${operations.length} ${operations.length === 1 ? 'call has' : 'calls have'} “${text(search)}”. <a href="/docs">Show all calls</a></p>`;
  return htmlPage({
    title: document.info.title,
    nav: `<form action="/docs/search" role="search"><input type="search" name="q" value="${text(search)}" maxlength="${longestSearch}" aria-label="Search calls"> <button>Search</button></form>
<p>Guides</p>${guideLinks()}<p><a href="/openapi.json">openapi.json</a></p>
<p>Calls</p><ul>${sections.map(({ name, tagged }) => `<li><a href="#${name}">${text(name)}</a> <span>${tagged.length}</span></li>`).join('')}</ul>`,
    main: `${
      isSearch
        ? found
        : `<p>${text(document.info.description)}</p>
<h2 id="errors">Errors</h2>${renderSchema(document.components.schemas.Error)}`
    }
${sections.map(({ name, html }) => `<h2 id="${name}">${text(capitalized(name))}</h2>${html}`).join('')}`,
  });
}

/** Characters of a search that are read. */
export const longestSearch = 100;

function renderOperation(path: string, method: string, operation: Operation): string {
  const bodies = Object.entries(operation.requestBody?.content ?? {});
  const answer = Object.entries(operation.responses).find(([status]) => status !== 'default')?.[1];
  const response = answer && 'content' in answer ? answer.content?.['application/json']?.schema : undefined;
  const description = answer && 'description' in answer ? answer.description : '';
  return `<details id="${operation.operationId}"><summary><b class="${method}">${method.toUpperCase()}</b> <code>${text(path)}</code> <span>${text(operation.summary)}</span></summary>
<p>${text(operation.description)}</p>
${operation.parameters.length > 0 ? `<h3>Parameters</h3><ul>${operation.parameters.map(renderParameter).join('')}</ul>` : ''}
${bodies.length > 0 ? `<h3>Body</h3>${bodies.map(([mediaType, { schema = {} }]) => `${mediaType === 'application/json' ? '' : `<p>${text(mediaType)}</p>`}${renderSchema(schema)}`).join('')}` : ''}
<h3>Answer</h3>${response ? renderSchema(response) : `<p>${text(description)}</p>`}
</details>`;
}

const renderParameter = ({ name, in: location, required, schema }: Operation['parameters'][number]): string =>
  `<li><code>${text(name)}</code> ${location}${required ? '' : ', optional'}: ${text(typeOf(schema))}${noteOf(schema)}</li>`;

/** Renders an object as the list of its properties, anything else as its type. */
function renderSchema(schema: JsonSchema): string {
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  const inner = (schema.items ?? undefined) as JsonSchema | undefined;
  if (!properties)
    return `<p>${text(typeOf(schema))}${noteOf(schema)}</p>${inner?.properties ? renderSchema(inner) : ''}`;
  const required = (schema.required ?? []) as string[];
  const rows = Object.entries(properties).map(([name, property]) => {
    const optional = required.includes(name) ? '' : ' <i>optional</i>';
    return `<li><code>${text(name)}</code>${optional}: ${text(typeOf(property))}${noteOf(property)}${renderNested(property)}</li>`;
  });
  return rows.length > 0 ? `<ul>${rows.join('')}</ul>` : '<p>{}</p>';
}

function renderNested(schema: JsonSchema): string {
  if (schema.properties) return renderSchema(schema);
  if (schema.items) return renderNested(schema.items as JsonSchema);
  const variants = (schema.anyOf ?? []) as JsonSchema[];
  return variants
    .filter((variant) => variant.properties || variant.items)
    .map(renderNested)
    .join('');
}

function typeOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.anyOf) return (schema.anyOf as JsonSchema[]).map(typeOf).join(' | ');
  if (schema.items) return `${typeOf(schema.items as JsonSchema)}[]`;
  return typeof schema.type === 'string' ? schema.type : 'any';
}

const limits = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'pattern', 'format'] as const;

function noteOf(schema: JsonSchema): string {
  const constraints = limits.flatMap((name) => (schema[name] === undefined ? [] : [`${name} ${String(schema[name])}`]));
  const notes = [...(typeof schema.description === 'string' ? [schema.description] : []), ...constraints];
  return notes.length > 0 ? ` <small>${text(notes.join(', '))}</small>` : '';
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

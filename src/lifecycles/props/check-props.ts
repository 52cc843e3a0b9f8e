import type { HostProps } from '../../app/context/host-api.ts';
import type { PropProblem } from './prop-problem.ts';

/** Returns the expected value, with the part that is wrong, or null if the value is valid. */
type Check = (value: unknown) => string | { expected: string; found: string } | null;

const text: Check = (value) => (typeof value === 'string' && value !== '' ? null : 'a text that is not empty');
const callable: Check = (value) => (typeof value === 'function' ? null : 'a function');
const oneOf =
  (values: readonly string[]): Check =>
  (value) =>
    values.includes(value as string) ? null : `one of ${values.map((each) => `"${each}"`).join(', ')}`;

/** Duck-typed rather than by class: an element from another window is valid too. */
const element: Check = (value) => ((value as Node | null)?.nodeType === 1 ? null : 'an element of the page');

const path: Check = (value) =>
  typeof value === 'string' && /^\/[^?#]*$/.test(value) ? null : 'a path that starts with "/"';

/** A page that needs a session; the others are always shown. Whether its template, for example, exists is only known once it is opened. */
const page: Check = (value) =>
  typeof value === 'string' &&
  /^\/(?:(?:instance-sync|proposals|connect-assistant|changes|activity|trash|find-and-replace|(?:settings|instance\/\d+\/templates)\/[^/?#]+)(?:\/[^?#]*)?)?$/.test(
    value,
  )
    ? null
    : 'the path of a page of the console, such as "/instance-sync"';

const address: Check = (value) => {
  const shape = 'an http or https address, or a path that starts with "/"';
  if (typeof value !== 'string') return shape;
  if (value.startsWith('/') && !value.startsWith('//')) return null;
  return /^https?:\/\//.test(value) && URL.canParse(value) ? null : shape;
};

const wholeNumber: Check = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? null : 'a positive whole number';

const sentry: Check = (value) => {
  const { dsn, environment, release } = (value ?? {}) as Record<string, unknown>;
  const isDsn = typeof dsn === 'string' && /^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/.test(dsn);
  const areTexts = [environment, release].every((each) => each === undefined || text(each) === null);
  return isDsn && areTexts ? null : 'an object with a dsn of Sentry, and texts for environment and release';
};

const flag: Check = (value) => (typeof value === 'boolean' ? null : 'true or false');

const color: Check = (value) =>
  typeof value === 'string' && /^#(?:[\da-f]{3}){1,2}$/i.test(value) ? null : '"#" and 3 or 6 hexadecimal digits';

/** No characters that could end the CSS declaration that it is inserted into. */
const fonts: Check = (value) => {
  const family = String.raw`\s*(?:"[^"'\\;{}<>]+"|'[^"'\\;{}<>]+'|[\p{L}\p{N} _-]+)\s*`;
  const isList = typeof value === 'string' && new RegExp(`^${family}(?:,${family})*$`, 'u').test(value);
  return isList ? null : 'font families as in CSS, such as "\'Open Sans\', sans-serif"';
};

const radius: Check = (value) =>
  typeof value === 'number' && value >= 0 && value <= 16 ? null : 'a number of pixels from 0 to 16';

/** An object whose parts are all optional. */
const partsOf =
  (checks: Record<string, Check>): Check =>
  (value) => {
    const expectation = `an object with only ${Object.keys(checks).join(', ')}`;
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return expectation;
    for (const [part, entry] of Object.entries(value)) {
      const check = checks[part];
      if (!check) return { expected: expectation, found: `it has ${part}` };
      const expected = entry === undefined ? null : check(entry);
      if (expected)
        return { expected: `an object whose ${part} is ${expected}`, found: `its ${part} is ${valueText(entry)}` };
    }
    return null;
  };

const elementName: Check = (value) =>
  typeof value === 'string' && /^[a-z][\w.]*-[\w.-]*$/.test(value)
    ? null
    : 'the name of a custom element, such as "acme-color"';

const names: Check = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? null : 'a list of texts';

// As in the contract, whose file would be part of the console's chunk, for which this module does not wait.
const extensionName = /^(?=.{3,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

const extension = partsOf({
  name: (value) =>
    typeof value === 'string' && extensionName.test(value)
      ? null
      : 'lower-case words joined by hyphens, such as "acme-color"',
  title: text,
  editorTypes: names,
  element: elementName,
  cell: callable,
});

const extensions: Check = (value) => {
  if (!Array.isArray(value)) return 'a list of extensions';
  for (const entry of value) {
    const problem = extension(entry) ?? (entry.name === undefined ? 'an object with a name' : null);
    if (problem) return typeof problem === 'string' ? `a list in which each is ${problem}` : problem;
  }
  return null;
};

const routings = ['url', 'memory'];
const colorSchemes = ['light', 'dark', 'system'];

/** The values of props that have a fixed set of them. */
export const fixedValues: Record<string, readonly string[]> = { routing: routings, colorScheme: colorSchemes };

const checks: Record<keyof HostProps, Check> = {
  contractVersion: wholeNumber,
  name: text,
  domElement: element,
  domElementGetter: callable,
  apiBase: address,
  basename: path,
  routing: oneOf(routings),
  colorScheme: oneOf(colorSchemes),
  chrome: partsOf({ header: flag, sidebar: flag }),
  only: page,
  theme: partsOf({ primaryColor: color, fontFamily: fonts, radius }),
  extensions,
  activeInstanceId: wholeNumber,
  getAccessToken: callable,
  fetch: callable,
  portalParent: element,
  nonce: text,
  sentry,
  onEvent: callable,
  onMenu: callable,
  onLeave: callable,
  navigate: callable,
};

/** The names of all props that a host can give. */
export const propNames = Object.keys(checks);

/** One problem for each known prop with an invalid value; undefined counts as not given. */
export function checkProps(source: Record<string, unknown>): PropProblem[] {
  return Object.entries(checks).flatMap(([prop, check]) => {
    const value = source[prop];
    const problem = value === undefined ? null : check(value);
    if (problem === null) return [];
    const { expected, found } =
      typeof problem === 'string' ? { expected: problem, found: `it is ${valueText(value)}` } : problem;
    return [{ prop, sentence: `The prop "${prop}" must be ${expected}, and ${found}.` }];
  });
}

function valueText(value: unknown): string {
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object' && value !== null) return 'an object';
  const text = typeof value === 'string' ? `"${value}"` : String(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

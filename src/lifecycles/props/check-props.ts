import type { HostProps } from '../../app/context/host-api.ts';
import { type Check, callable, element, findProblems, flag, oneOf, partsOf, text, wholeNumber } from './checks.ts';
import type { PropProblem } from './prop-problem.ts';

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

const sentry: Check = (value) => {
  const { dsn, environment, release } = (value ?? {}) as Record<string, unknown>;
  const isDsn = typeof dsn === 'string' && /^https?:\/\/\w+@[^/]+\/(?:.+\/)?\d+$/.test(dsn);
  const areTexts = [environment, release].every((each) => each === undefined || text(each) === null);
  return isDsn && areTexts ? null : 'an object with a dsn of Sentry, and texts for environment and release';
};

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

const elementName: Check = (value) =>
  typeof value === 'string' && /^[a-z][\w.]*-[\w.-]*$/.test(value)
    ? null
    : 'the name of a custom element, such as "acme-color"';

const names: Check = (value) =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? null : 'a list of texts';

// As in the contract, whose file would be part of the console's chunk, for which this module does not wait.
const extensionName = /^(?=.{3,40}$)[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/;

const drawn = partsOf({ title: text, templates: names, element: elementName });

/** A panel, action or card of an extension. */
const drawnPart: Check = (value) => {
  const { title, element: name } = (value ?? {}) as Record<string, unknown>;
  return drawn(value) ?? (title === undefined || name === undefined ? 'an object with a title and an element' : null);
};

const extension = partsOf({
  name: (value) =>
    typeof value === 'string' && extensionName.test(value)
      ? null
      : 'lower-case words joined by hyphens, such as "acme-color"',
  title: text,
  editorTypes: names,
  element: elementName,
  cell: callable,
  panel: drawnPart,
  action: drawnPart,
  card: drawnPart,
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
  theme: partsOf({ primaryColor: color, fontFamily: fonts, radius, density: oneOf(['compact', 'comfortable']) }),
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

/** One problem for each known prop with an invalid value. */
export const checkProps = (source: Record<string, unknown>): PropProblem[] => findProblems(checks, source);

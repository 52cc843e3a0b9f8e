import postcss from 'postcss';
import { describe, expect, test } from 'vitest';
import { lateStyles, withoutInherited } from '../../build/own-variables.ts';
import { scope, scopeCss, scopeSelector, unscoped } from '../../build/scope-css.ts';

const scoped = (css: string) => postcss([scopeCss()]).process(css, { from: 'x.css' }).css;

describe('a selector', () => {
  test.each([
    ['.m_77c9d27d', `${scope} .m_77c9d27d`],
    ['*', `${scope} *`],
    ['button', `${scope} button`],
    ['body', scope],
    [':root', scope],
    ['html.dark', `${scope}.dark`],
    ['bodywork', `${scope} bodywork`],
    ['html-viewer p', `${scope} html-viewer p`],
    ['[data-qm-root]', scope],
    ['[data-qm-root] :where(p)', `${scope} :where(p)`],
    ['[data-mantine-color-scheme="dark"] .a', `${scope}[data-mantine-color-scheme="dark"] .a`],
    [':where([data-mantine-color-scheme="dark"]) .a', `${scope}:where([data-mantine-color-scheme="dark"]) .a`],
    [':where([dir="rtl"]) .a', `${scope}:where([dir="rtl"]) .a`],
    ['[dir="rtl"] .a', `${scope}[dir="rtl"] .a`],
    [':where([data-no-wrap]) .a', `${scope} :where([data-no-wrap]) .a`],
    ['[data-align="left"] > .a', `${scope} [data-align="left"] > .a`],
    ['::selection', `${scope} ::selection`],
    [`${scope} .a`, `${scope} .a`],
  ])('%s becomes %s', (given, expected) => {
    expect(scopeSelector(given)).toBe(expected);
  });

  test('of a shadow host is rejected', () => {
    expect(scopeSelector(':host([data-x]) .a')).toBeNull();
  });
});

describe('a stylesheet', () => {
  test('is scoped inside at-rules too, and duplicate selectors are merged', () => {
    expect(scoped(':root, :host { --a: 1 } @media print { a, b { color: red } }')).toBe(
      `${scope} { --a: 1 } @media print { ${scope} a, ${scope} b { color: red } }`,
    );
  });

  test('leaves nested rules to their parent rule', () => {
    expect(scoped('.a { .b & { color: red } @media print { &:hover { color: blue } } }')).toBe(
      `${scope} .a { .b & { color: red } @media print { &:hover { color: blue } } }`,
    );
  });

  test('gets private keyframes, which its animations reference', () => {
    const css =
      '@keyframes spin { from { opacity: 0 } } .a { animation: spin 1s, other 2s } .b { animation-name: spin }';
    expect(scoped(css)).toBe(
      `@keyframes qm-spin { from { opacity: 0 } } ${scope} .a { animation: qm-spin 1s, other 2s } ${scope} .b { animation-name: qm-spin }`,
    );
  });

  test('for the page itself is left unchanged', () => {
    const plugin = scopeCss((file) => file.endsWith('page.css'));
    expect(postcss([plugin]).process('body { margin: 0 }', { from: '/x/page.css' }).css).toBe('body { margin: 0 }');
  });
});

describe('the check of the finished stylesheet', () => {
  const check = (css: string) => unscoped(postcss.parse(css));

  test('passes for the plugin’s output', () => {
    expect(
      check(scoped('body{margin:0} .a{.b &{color:red}} @keyframes x{from{opacity:0}} @media print{p{margin:0}}')),
    ).toEqual([]);
  });

  test('lists rules that reach the page', () => {
    expect(check(`${scope} .a{} .b, ${scope} .c{} @media print{p{}}`)).toEqual(['.b', 'p']);
    expect(check('@keyframes spin{from{opacity:0}} @font-face{font-family:X} @property --x{}')).toEqual([
      '@keyframes spin',
      '@font-face',
      '@property --x',
    ]);
  });
});

test('a variable that a style reads is not inherited from the host', () => {
  const css = `@charset "utf-8";${scope} .a{color:var(--b, red);margin:var( --c )}${scope}{--b:1}`;
  expect(withoutInherited(css)).toBe(
    `@charset "utf-8";${scope}{--b:initial;--c:initial}${scope} .a{color:var(--b, red);margin:var( --c )}${scope}{--b:1}`,
  );
});

describe('styles of lazily loaded code', () => {
  const late = (css: string, ...before: postcss.Plugin[]) =>
    postcss([...before, lateStyles((file) => file.endsWith('late.css'))]).process(css, { from: '/x/late.css' }).css;

  test('reset their own variables, and keep those of the theme', () => {
    expect(late('.a{color:var(--b, red);margin:var(--mantine-scale)}', scopeCss())).toBe(
      `${scope}{--b:initial}\n${scope} .a{color:var(--b, red);margin:var(--mantine-scale)}`,
    );
  });

  test('fail the build if they are not scoped', () => {
    expect(() => late('.a{color:red}')).toThrow("could affect the host's page: .a");
  });
});

import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { CommentText } from '../../src/shared/comments/comment-text.tsx';
import { parseComment } from '../../src/shared/comments/parse-comment.ts';
import { toTyped } from '../../src/shared/comments/typed-comment.ts';
import { shows } from '../specification/shows.ts';

const htmlOf = (text: string, names: readonly string[] = []) =>
  render(<CommentText text={text} names={names} />).container;

test('a comment shows links, bold text, code and mentioned people, and all else as it is', () => {
  shows('5.comments.text');
  const pieces = parseComment('See https://example.com/a?b=c). **Very https://x.io** `**no**` @Mia Ko, @Mia', [
    'Mia',
    'Mia Ko',
  ]);
  expect(pieces).toEqual([
    { kind: 'text', text: 'See ' },
    { kind: 'link', text: 'https://example.com/a?b=c', href: 'https://example.com/a?b=c' },
    { kind: 'text', text: '). ' },
    {
      kind: 'bold',
      pieces: [
        { kind: 'text', text: 'Very ' },
        { kind: 'link', text: 'https://x.io', href: 'https://x.io/' },
      ],
    },
    { kind: 'text', text: ' ' },
    { kind: 'code', text: '**no**' },
    { kind: 'text', text: ' ' },
    { kind: 'mention', text: '@Mia Ko' },
    { kind: 'text', text: ', ' },
    { kind: 'mention', text: '@Mia' },
  ]);
  for (const plain of ['2 * 3 ** 4', '** a **', '`', '``', 'xhttps://a.io', '@Miami', 'a\n**b\nc**', 'https://'])
    expect(parseComment(plain, ['Mia'])).toEqual([{ kind: 'text', text: plain }]);
});

test.each([
  ['(https://example.com/a_(b))', 'https://example.com/a_(b)'],
  ['https://example.com/a_(b).', 'https://example.com/a_(b)'],
  ['[x](https://example.com/a[1]).', 'https://example.com/a[1]'],
  ['https://example.com/a)', 'https://example.com/a'],
  ['https://example.com/a(b)(', 'https://example.com/a(b)('],
])('the link in %s is %s', (text, address) => {
  shows('5.comments.text');
  const links = parseComment(text).flatMap((piece) => (piece.kind === 'link' ? [piece.text] : []));
  expect(links).toEqual([address]);
});

const payloads = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)>',
  '<a href="javascript:alert(1)">x</a>',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'ftp://example.com/',
  '//example.com/x',
  'https://good.example@evil.example/',
  'https://user:secret@evil.example/',
  'https://a.io/"onmouseover="alert(1)',
  "https://a.io/'onmouseover='alert(1)",
  'https://a.io/<script>',
  'http://[::1',
  'https://a.io/\u202ecod.exe',
  '[x](javascript:alert(1))',
  '![x](https://a.io/x.png)',
];
const wraps = [
  (text: string) => text,
  (text: string) => `**${text}**`,
  (text: string) => `\`${text}\``,
  (text: string) => `@${text}`,
  (text: string) => `https://a.io/${text}`,
  (text: string) => `</div>${text}<div>`,
];

test('no text becomes an element, an attribute or an address that it should not', () => {
  shows('5.comments.hostile');
  const texts = payloads.flatMap((payload) => wraps.map((wrap) => wrap(payload)));
  expect(texts.length).toBeGreaterThan(100);
  for (const text of texts) {
    const container = htmlOf(text, ['<img src=x onerror=alert(1)>', '<script>alert(1)</script>']);
    for (const element of container.querySelectorAll(':scope > div *')) {
      expect(['A', 'STRONG', 'CODE', 'SPAN']).toContain(element.tagName);
      const names = element.getAttributeNames().toSorted();
      expect(names).toEqual(
        element.tagName === 'A' ? ['href', 'rel', 'target'] : names.filter((name) => name === 'class'),
      );
      if (!(element instanceof HTMLAnchorElement)) continue;
      expect(element.href).toMatch(/^https?:\/\/(a\.io|good\.example|x)\//);
      expect(element.rel).toContain('noopener');
      expect(new URL(element.href).username).toBe('');
    }
    // Nothing is lost but the marks of bold text and code.
    expect(container.textContent?.replaceAll(/[*`]/g, '')).toBe(text.replaceAll(/[*`]/g, ''));
  }
});

test('a long text of marks is read at once', () => {
  for (const mark of ['*', '`', '@', 'h', '**a', 'https://', '**`@']) {
    const start = performance.now();
    parseComment(mark.repeat(4000 / mark.length), ['a', 'h']);
    expect(performance.now() - start).toBeLessThan(2000);
  }
});

test('a comment mentions those whose names it has, and nobody whose name only begins like one', () => {
  const people = [
    { id: 1, name: 'Ann' },
    { id: 2, name: 'Anna Lee' },
    { id: 3, name: 'Bo' },
  ];
  expect(toTyped({ text: 'Ask @Anna Lee, **and @Bo**', people }).mentions).toEqual([2, 3]);
  expect(toTyped({ text: '@Ann and @Anna', people }).mentions).toEqual([1]);
});

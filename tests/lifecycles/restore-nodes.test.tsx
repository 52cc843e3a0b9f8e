import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { restoreNodes } from '../../src/lifecycles/restore-nodes.ts';
import { shows } from '../specification/shows.ts';
import { type Dice, diceOf } from '../support/dice.ts';
import { isLong } from '../support/long.ts';
import { translate, translators } from '../support/translator.ts';

interface State {
  amount: number;
  hasIcon: boolean;
  hasNote: boolean;
  isEdited: boolean;
  rows: readonly string[];
}

const first: State = { amount: 1, hasIcon: false, hasNote: false, isEdited: false, rows: ['one', 'two'] };

/** Texts between elements that come and go, in all ways that React has for them. */
function View({ amount, hasIcon, hasNote, isEdited, rows }: State) {
  return (
    <>
      {isEdited && 'Edited. '}
      <p>
        {hasIcon && <i>icon </i>}Save {amount} items{hasNote ? ' with a note' : null}
        {hasNote && <b> (read it)</b>} now
      </p>
      {hasNote ? 'Between' : <hr />}
      <ul>
        {rows.map((row) => (
          <li key={row}>
            Row {row} {isEdited ? <em>edited</em> : 'unchanged'}
          </li>
        ))}
      </ul>
      <span>{amount} left</span>
      {hasIcon ? (
        <label>
          Name
          <input /> of it
        </label>
      ) : (
        <Word amount={amount} />
      )}
    </>
  );
}

/** A component that renders a text alone. */
const Word = ({ amount }: { amount: number }) => (amount % 2 === 0 ? 'even' : <>odd</>);

function randomState(dice: Dice): State {
  const rows = ['one', 'two', 'three', 'four'].filter(() => dice.percent(60));
  return {
    amount: dice.below(5),
    hasIcon: dice.percent(50),
    hasNote: dice.percent(50),
    isEdited: dice.percent(50),
    rows: dice.percent(50) ? rows : rows.toReversed(),
  };
}

/** A view in a page with the guard; `errors` are what React could not do. */
function openView() {
  const root = document.createElement('div');
  document.body.append(root);
  const errors: unknown[] = [];
  const react = createRoot(root, { onUncaughtError: (error) => errors.push(error) });
  const change = (state: State) => flushSync(() => react.render(<View {...state} />));
  change(first);
  const stop = restoreNodes([root]);
  const close = () => {
    stop();
    react.unmount();
    root.remove();
  };
  return { root, errors, close, change };
}

/** The text that a state has in a page that nothing translates. */
function textOf(state: State): string {
  const { root, change, close } = openView();
  change(state);
  const text = root.textContent ?? '';
  close();
  return text;
}

const observed = () => new Promise<void>((resolve) => queueMicrotask(() => resolve()));
const histories = isLong ? 150 : 40;

test.each(['replaces', 'insertsAndRemoves', 'moves'] as const)(
  `in ${histories} random histories, texts of a page that a translator changes are never stale: it %s them`,
  async (name) => {
    shows('4.host.translated');
    for (let seed = 0; seed < histories; seed++) {
      const dice = diceOf(seed);
      const { root, errors, change, close } = openView();
      onTestFinished(close);
      for (let turn = 0; turn < 8; turn++) {
        if (dice.percent(70)) translate(root, translators[name]);
        await observed();
        const state = randomState(dice);
        change(state);
        await observed();
        expect(errors, `seed ${seed}, turn ${turn}`).toEqual([]);
        const text = (root.textContent ?? '').replace(/[‹›]/g, '');
        expect(text, `seed ${seed}, turn ${turn}`).toBe(textOf(state));
      }
      translate(root, translators[name]);
      await observed();
      close();
      expect(errors).toEqual([]);
    }
  },
);

test('texts that a program removes are not missed by React', async () => {
  shows('4.host.translated');
  for (let seed = 0; seed < histories; seed++) {
    const dice = diceOf(seed);
    const { root, errors, change, close } = openView();
    for (let turn = 0; turn < 6; turn++) {
      translate(root, translators.removes);
      await observed();
      change(randomState(dice));
      await observed();
      expect(errors, `seed ${seed}, turn ${turn}`).toEqual([]);
    }
    close();
  }
});

test('a translation that is taken back leaves the text', async () => {
  shows('4.host.translated');
  const { root, change, close } = openView();
  onTestFinished(close);
  const before = root.textContent;
  translate(root, translators.replaces);
  await observed();
  expect(root.textContent).toContain('‹Save ›');
  for (const font of root.querySelectorAll('font')) font.remove();
  await observed();
  expect(root.textContent?.replaceAll(/now$/g, '')).toContain('Save 1 items now');
  expect(before).toContain('Save 1 items now');
  change({ ...first, amount: 2 });
  expect(root.textContent).toContain('Save 2 items now');
});

test('an element that an extension wraps goes back, and one that it insists on is left to it', async () => {
  shows('4.host.translated');
  const { root, errors, change, close } = openView();
  change({ ...first, hasIcon: true });
  const wrap = () => {
    const wrapper = document.createElement('grammar-box');
    const input = root.querySelector('input');
    input?.replaceWith(wrapper);
    if (input) wrapper.append(input);
  };
  const input = root.querySelector('input');
  if (input) input.value = 'typed';
  wrap();
  await observed();
  expect(root.querySelector('label')?.contains(input)).toBe(true);
  expect(input?.parentElement?.localName).toBe('label');
  expect(input?.value).toBe('typed');
  change(first);
  expect(errors).toEqual([]);
  close();
});

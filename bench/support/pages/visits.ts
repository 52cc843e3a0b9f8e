import type { Page } from '@playwright/test';
import { rowsOfPage, type Site } from './browser.ts';

/** Milliseconds from the navigation. */
export interface Shown {
  /** Until the content was painted, which may be that of an earlier visit. */
  painted: number;
  /** Until it was that of the server’s present answer. */
  isTrue: number;
}

/** A page of both sides that is opened by its address. */
export interface Visit {
  address: (site: Site) => string;
  /** What `label` and `mark` are on: the item’s label, and a text that was last saved in it. */
  shown: (page: Page, site: Site, label: string, mark: string) => Promise<Shown>;
  /**
   * Acts on the page in each frame, from the first one that shows it, until the page reacts; returns when it did. What shows
   * content and cannot be used yet is a picture of it.
   */
  responding: (page: Page, site: Site) => Promise<number>;
}

/** A list of 25 rows; a click on a row opens its item. */
export const listVisit: Visit = {
  address: ({ list }) => list,
  shown: (page, { row }, _label, mark) =>
    page.evaluate(
      async ({ selector, wanted, text }) => {
        const hasRows = () => document.querySelectorAll(selector).length >= wanted;
        const isTrue = () => hasRows() && document.querySelector(selector)?.textContent?.includes(text) === true;
        const [painted, since] = await Promise.all([window.painted(hasRows), window.painted(isTrue)]);
        return { painted, isTrue: since };
      },
      { selector: row, wanted: rowsOfPage, text: mark },
    ),
  responding: (page, { opener }) =>
    page.evaluate(async (selector) => {
      const from = location.pathname;
      let isHandled = false;
      // The last listener: the page’s own have prevented the default action, or the browser is kept from following a link.
      addEventListener('click', (event) => {
        isHandled = event.defaultPrevented;
        event.preventDefault();
      });
      const handled = await window.painted(() => {
        if (!isHandled) document.querySelector<HTMLElement>(selector)?.click();
        return isHandled;
      });
      await window.painted(() => location.pathname !== from);
      return handled;
    }, opener),
};

/** The form of an item; a key in its first field marks it as changed. */
export const formVisit: Visit = {
  address: ({ form }) => form,
  shown: (page, _site, label, mark) =>
    page.evaluate(
      async ({ named, text }) => {
        const values = () =>
          [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
            .filter(({ disabled, readOnly }) => !disabled && !readOnly)
            .map(({ value }) => value);
        const hasForm = () => {
          const all = values();
          return all.length >= 15 && all.filter((value) => value === named).length >= 2;
        };
        const isTrue = () => hasForm() && values().some((value) => value.includes(text));
        const [painted, since] = await Promise.all([window.painted(hasForm), window.painted(isTrue)]);
        return { painted, isTrue: since };
      },
      { named: label, text: mark },
    ),
  responding: (page, { changed }) =>
    page.evaluate(async (selector) => {
      const input = () => document.querySelector<HTMLInputElement>('input[name="label"]');
      const type = (text: (before: string) => string) => {
        const field = input();
        if (!field || field.disabled || field.readOnly) return;
        // React ignores a value that was set through the element itself.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text(field.value));
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      };
      let label: string | undefined;
      const at = await window.painted(() => {
        if (document.querySelector(selector)) return true;
        label ??= input()?.value || undefined;
        type((before) => `${before}x`);
        return false;
      });
      // Otherwise a draft would be stored, and offered to the next visit.
      type(() => label ?? '');
      await window.painted(() => document.querySelector(selector) === null);
      return at;
    }, changed),
};

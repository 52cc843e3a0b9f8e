import type { Page } from '@playwright/test';

/**
 * Translates a page as Chrome does, again after each change, and adds what password managers and grammar checkers add to inputs. A text is
 * `‹Save›` afterwards.
 */
export async function runForeignPrograms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const skipped = 'script, style, noscript, textarea, svg, font, [translate="no"], .notranslate';
    const translate = () => {
      const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: Text[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode as Text;
        if (/\p{L}/u.test(text.data) && !text.parentElement?.closest(skipped)) found.push(text);
      }
      for (const text of found) {
        const [outer, inner] = [document.createElement('font'), document.createElement('font')];
        inner.append(`‹${text.data}›`);
        outer.append(inner);
        text.replaceWith(outer);
      }
    };
    const decorate = () => {
      for (const input of document.querySelectorAll('input:not([data-pm]), textarea:not([data-pm])')) {
        input.setAttribute('data-pm', '');
        input.setAttribute('data-gramm', 'false');
        input.after(document.createElement(input.localName === 'input' ? 'com-password-button' : 'grammar-extension'));
      }
      document.body.setAttribute('data-gr-ext-installed', '');
    };
    let isWaiting = false;
    const later = () => {
      if (isWaiting) return;
      isWaiting = true;
      setTimeout(() => {
        isWaiting = false;
        translate();
        decorate();
      }, 10);
    };
    document.addEventListener('DOMContentLoaded', () => {
      new MutationObserver(later).observe(document.body, { childList: true, characterData: true, subtree: true });
      later();
    });
  });
}

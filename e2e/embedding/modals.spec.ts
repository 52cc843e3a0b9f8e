import type { Page } from '@playwright/test';
import { serveExample } from '../support/documented-examples.ts';
import { consoleNodes } from '../support/pages/portal.ts';
import { shows } from '../support/shows.ts';
import { consoleUrl, devHostUrl, expect, test } from '../support/test.ts';

interface Modal {
  /** What is around the part; it is mounted before this is opened. */
  html: string;
  /** Opens it, as a script of the portal. */
  open: string;
  /** Whether it is open, as an expression. */
  isOpen: string;
  /** True if Escape closes it. */
  closesByEscape: boolean;
}

const slot = '<div id="slot"></div><button id="own">Own</button>';
const dialog = 'document.querySelector("#outer")';
const showModal = `${dialog}.showModal()`;
const isShown = `${dialog}.open`;

const modals: Record<string, Modal> = {
  'a small dialog': {
    html: `<dialog id="outer" style="width: 320px; height: 120px; transform: translateX(20px)">${slot}</dialog>`,
    open: showModal,
    isOpen: isShown,
    closesByEscape: true,
  },
  'a dialog in a dialog': {
    html: `<dialog id="around"><p>Around</p><dialog id="outer">${slot}</dialog></dialog>`,
    open: `document.querySelector("#around").showModal(); ${showModal}`,
    isOpen: isShown,
    closesByEscape: true,
  },
  'a popover': {
    html: `<div id="outer" popover>${slot}</div>`,
    open: `${dialog}.showPopover()`,
    isOpen: `${dialog}.matches(':popover-open')`,
    closesByEscape: true,
  },
  "a dialog in a component's shadow root": {
    html: `<portal-dialog>${slot}</portal-dialog>
      <script>
        customElements.define('portal-dialog', class extends HTMLElement {
          constructor() {
            super();
            this.attachShadow({ mode: 'open' }).innerHTML = '<dialog><slot></slot></dialog>';
          }
        });
      </script>`,
    open: 'document.querySelector("portal-dialog").shadowRoot.querySelector("dialog").showModal()',
    isOpen: 'document.querySelector("portal-dialog").shadowRoot.querySelector("dialog").open',
    closesByEscape: true,
  },
  'a focus trap next to inert elements': {
    html: `<div id="outer" role="dialog" aria-modal="true" aria-label="Trap"
        style="position: fixed; inset: 40px; z-index: 5000; background: white; overflow: hidden">${slot}</div>`,
    open: `
      for (const one of document.body.children) if (one.id !== 'outer') one.inert = true;
      ${dialog}.dataset.isOpen = '';
      document.addEventListener('focusin', ({ target }) => {
        if (!${dialog}.contains(target)) document.querySelector('#own').focus();
      });
      document.addEventListener('keydown', ({ key }) => {
        if (key === 'Escape') delete ${dialog}.dataset.isOpen;
      });`,
    isOpen: `'isOpen' in ${dialog}.dataset`,
    closesByEscape: true,
  },
  'a full screen': {
    html: `<div id="outer" style="background: white">${slot}</div>`,
    open: `${dialog}.requestFullscreen()`,
    isOpen: `document.fullscreenElement === ${dialog}`,
    closesByEscape: false,
  },
};

const portal = ({ html, open }: Modal, instanceId: number) => `
  <h1>Level</h1><button id="open">Open</button><output id="chosen"></output>
  ${html}
  <script type="module">
    import { mountPart } from '${consoleUrl}/plugin/quartermaster.js';
    const part = await mountPart('item-picker', {
      domElement: document.getElementById('slot'),
      activeInstanceId: ${instanceId},
      templateId: 'hero',
      label: 'Boss',
      onEvent: (event) => {
        if (event.type === 'picked') document.getElementById('chosen').textContent = event.item?.label ?? 'none';
        if (event.type === 'shown') document.getElementById('open').dataset.isReady = '';
      },
    });
    document.getElementById('open').addEventListener('click', () => { ${open} });
    window.leave = () => part.unmount();
  </script>`;

const evaluate = (page: Page, script: string) =>
  page.evaluate<boolean, string>((text) => new Function(`return ${text}`)(), script);

for (const [name, modal] of Object.entries(modals)) {
  test(`in ${name} a part is used by mouse and by keyboard, and its Escape is its own`, async ({ page, demo }) => {
    shows('4.host.modals.above', '4.host.modals.escape');
    await serveExample(page, portal(modal, demo.dev));
    await page.goto(`${devHostUrl}/level`);
    const opener = page.locator('#open');
    await expect(opener).toHaveAttribute('data-is-ready');
    await opener.click();
    const isOpen = () => evaluate(page, modal.isOpen);
    await expect.poll(isOpen).toBe(true);

    const picker = page.getByRole('combobox', { name: 'Boss' });
    const option = (label: RegExp) => page.getByRole('option', { name: label }).first();
    const chosen = page.locator('#chosen');
    await picker.click();
    await option(/^Axe/).click();
    await expect(chosen).toHaveText('Axe');
    await expect.poll(isOpen).toBe(true);

    await picker.fill('b');
    await expect(option(/^Axe/)).toBeHidden();
    await expect(option(/b/i)).toBeVisible();
    await picker.press('Escape');
    await expect(option(/b/i)).toBeHidden();
    expect(await isOpen()).toBe(true);
    await picker.fill('');
    await expect(option(/./)).toBeVisible();
    await picker.fill('b');
    await expect(option(/^Axe/)).toBeHidden();
    await expect(option(/b/i)).toBeVisible();
    await picker.press('Enter');
    await expect(chosen).not.toHaveText('Axe');
    expect(await isOpen()).toBe(true);

    if (modal.closesByEscape) {
      await picker.press('Escape');
      await expect.poll(isOpen).toBe(false);
    }
    await evaluate(page, 'window.leave()');
    await expect(consoleNodes(page)).toHaveCount(0);
  });
}

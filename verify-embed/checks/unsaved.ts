import type { Check } from '../check.ts';
import { Skipped } from '../outcomes.ts';

const typed = 'verify-embed has typed this';

export const unsaved: Check = {
  id: 'unsaved',
  promise: 'Leaving the console with unsaved changes asks first, and nothing is lost if the person stays',
  async run({ page, options, navigateOut, untilState, untilQuiet }) {
    if (!options.form) throw new Skipped('Name a page of the console with a form by --form to check this.');
    const problems: string[] = [];
    let dialogs = 0;
    let isLeaving = false;
    page.on('dialog', (dialog) => {
      dialogs += 1;
      void (isLeaving ? dialog.accept() : dialog.dismiss());
    });
    await page.goto(options.form);
    if (!(await untilState('shown'))) throw new Skipped(`${options.form} does not show the console.`);
    await untilQuiet();
    const field = page
      .locator('[data-qm-root] :is(input[type=text], input:not([type]), textarea):not([readonly])')
      .first();
    await field.fill(typed);
    const address = page.url();
    await navigateOut();
    await untilQuiet();
    if (dialogs === 0) problems.push('Leaving with unsaved changes did not ask.');
    if (page.url() !== address) problems.push(`The user stays, and the address has become ${page.url()}.`);
    const value = await field.inputValue({ timeout: 1_000 }).catch(() => null);
    if (value !== typed) problems.push('The user stays, and the typed text is lost.');
    isLeaving = true;
    await navigateOut();
    if (!(await untilState('absent'))) problems.push('The person leaves, and the console is still there.');
    return { problems };
  },
};

import type { Check } from '../check.ts';
import { blockedBy } from '../diagnosis/evidence.ts';
import { policySentence } from '../diagnosis/policy.ts';
import { Skipped } from '../outcomes.ts';
import { openOverlay } from '../page/overlay.ts';
import { policyInPage } from '../page/policy-in-page.ts';
import { isOfPlugin } from '../plugin.ts';

export const csp: Check = {
  id: 'csp',
  promise: 'The console does not violate the portal’s content security policy',
  async run({ page, cdp, plugin, openOutside, openInside, enter, leave }) {
    await openInside();
    const answer = await page.reload();
    const headers = (await answer?.allHeaders()) ?? {};
    const policy = headers['content-security-policy'] ?? headers['content-security-policy-report-only'];
    const inPage = await page.evaluate(policyInPage);
    if (!policy && inPage === '') throw new Skipped('The page has no content security policy that could be violated.');

    const problems: string[] = [];
    const notes: string[] = [`The policy: ${policy ?? 'in a meta element'}`];
    cdp.on('Audits.issueAdded', ({ issue }) => {
      const details = issue.details.contentSecurityPolicyIssueDetails;
      if (!details) return;
      const { violatedDirective, blockedURL, sourceCodeLocation } = details;
      const source = sourceCodeLocation?.url;
      const text = `${violatedDirective} blocks ${blockedURL ?? 'inline code'} (${source ?? 'the page'})`;
      const isOwn = isOfPlugin(plugin, source) || isOfPlugin(plugin, blockedURL);
      const blocked = isOwn ? blockedBy(details) : undefined;
      if (isOwn) problems.push(blocked ? `${text}: ${policySentence(blocked, policy ?? inPage)}` : text);
      else notes.push(`Not from the console's files: ${text}`);
    });
    await cdp.send('Audits.enable');
    await openOutside();
    await enter();
    if (await openOverlay(page)) await page.keyboard.press('Escape');
    await leave();
    return { problems: [...new Set(problems)], notes };
  },
};

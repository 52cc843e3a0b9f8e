import type { Check } from '../check.ts';
import { consoleNodes } from '../page/console-state.ts';
import { nodesOfPlugin, traceNodes } from '../page/node-origins.ts';

const kindOf = (node: string) => node.split(' ')[0];

export const nodes: Check = {
  id: 'nodes',
  promise: 'One child in the host’s element, one overlay node and one stylesheet link; all are gone after the unmount',
  async run({ page, cdp, plugin, openOutside, enter, leave }) {
    const problems: string[] = [];
    await openOutside();
    await traceNodes(cdp);
    const first = await page.evaluate(consoleNodes);
    if (first.length > 0) problems.push(`Outside of the console there are already: ${first.join(', ')}`);
    await enter();
    const marked = await page.evaluate(consoleNodes);
    for (const kind of ['root', 'overlay', 'stylesheet']) {
      const count = marked.filter((node) => kindOf(node) === kind).length;
      if (count !== 1)
        problems.push(`While mounted there are ${count} nodes of the kind ${kind}, not 1: ${marked.join(', ')}`);
    }
    const others = (await nodesOfPlugin(cdp, plugin)).filter((node) => kindOf(node) === 'other');
    problems.push(...others.map((node) => `While mounted the console has added another node: ${node}`));
    await leave();
    const left = [...(await page.evaluate(consoleNodes)), ...(await nodesOfPlugin(cdp, plugin))];
    problems.push(...[...new Set(left)].map((node) => `After the unmount a node is left: ${node}`));
    return { problems, notes: [`Added and removed: ${marked.join(', ')}`] };
  },
};

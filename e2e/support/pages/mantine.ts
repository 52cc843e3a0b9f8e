import { type Evaluates, hostStyles } from './portal.ts';

/** The versions of Mantine that a host may have in addition to the console's own. */
export const mantines = [7, 8, 9] as const;

type Version = (typeof mantines)[number];

/** A page that also evaluates a function of a number, whatever drives it. */
type Wears = Evaluates & {
  evaluate: <Result>(probe: (worn: number) => Result, worn: number) => Promise<Awaited<Result>>;
};

/**
 * Adds the styles of a host's own Mantine, in dark, to a page of the portal, as its provider does; `null` removes
 * them.
 */
export async function wearMantine(page: Wears, version: Version | null) {
  await page.evaluate(async (worn) => {
    const { documentElement, head } = document;
    document.getElementById('host-mantine')?.remove();
    delete documentElement.dataset.mantineColorScheme;
    if (worn === 0) return;
    const link = Object.assign(document.createElement('link'), { id: 'host-mantine', rel: 'stylesheet' });
    link.href = `/vendor/mantine-${worn}.css`;
    const loaded = new Promise((resolve, reject) => {
      link.onload = resolve;
      link.onerror = () => reject(new Error(`${link.href} could not be loaded`));
    });
    head.append(link);
    documentElement.dataset.mantineColorScheme = 'dark';
    await loaded;
  }, version ?? 0);
}

/** The result of `hostStyles` without a Mantine of the host, and with each version of it. */
export async function hostLooks(page: Wears): Promise<Record<string, string>> {
  const styles: Record<string, string> = {};
  for (const version of [null, ...mantines]) {
    await wearMantine(page, version);
    for (const [name, value] of Object.entries(await hostStyles(page))) styles[`Mantine ${version}: ${name}`] = value;
  }
  await wearMantine(page, null);
  return styles;
}

/** Marks all rules of that Mantine as important: the console withstands no such rules (docs/embedding.md). */
export async function markImportant(page: Evaluates) {
  await page.evaluate(() => {
    const { sheet } = document.getElementById('host-mantine') as HTMLLinkElement;
    for (const rule of sheet?.cssRules ?? []) {
      if (!(rule instanceof CSSStyleRule)) continue;
      for (const name of rule.style) rule.style.setProperty(name, rule.style.getPropertyValue(name), 'important');
    }
  });
}

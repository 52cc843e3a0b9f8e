import type { Job } from './load/jobs.ts';
import type { Bench } from './support/bench.ts';
import { type Content, fillWorkspace, makeWorkspace } from './support/content/prepare.ts';
import { alternate, type Side } from './support/load.ts';
import type { Figure } from './support/report.ts';
import { withOwnServer } from './support/servers/own-server.ts';
import { median } from './support/statistics.ts';

const rounds = 9;
const requests = 12;
const [fewest, fewer, some, many, most] = [100, 1000, 10_000, 100_000, 300_000] as const;

/** Texts without trigrams: letters, digits, a sign. */
const short = ['a', 'x', 'zq', '99', '7', 'e 4', '--'];
/** Texts that are rare in labels. */
const rare = ['471', '805', 'sword 93', 'relic 21', 'nowhere'];
/** Phrases of words that each occur in half of the descriptions. */
const phrases = ['worth more than', 'forged under the', 'danger is near', 'nobody remembers it'];

/** Typed searches: in a template of few items compared with one of many, and in one of many. */
export async function search(bench: Bench): Promise<Figure[]> {
  return onServer(bench, 'alone', [fewest], (alone) =>
    onServer(bench, 'beside', [fewest, fewer, some, many, most], async (beside) => {
      const middle = async (
        ...sides: [place: Place, items: number, field: string, texts: string[], sort?: string][]
      ) => {
        const searches = sides.map(([{ side, content }, items, field, texts, sort]) => {
          const templateId = content.lists.find((list) => list.items === items)?.templateId ?? '';
          const job: Job = { kind: 'search', instanceId: content.instanceId, templateId, field, texts, sort };
          return () => bench.load.round(side, job, { requests });
        });
        await alternate(1, searches);
        const measured = await alternate(rounds, searches);
        return measured.map((of) => median(of.map(({ latencies }) => median(latencies))));
      };
      const [afterLabel, label] = await middle([beside, fewest, 'label', short], [alone, fewest, 'label', short]);
      const [afterText, text] = await middle(
        [beside, fewest, 'description', short],
        [alone, fewest, 'description', short],
      );
      const [manyLabels, fewLabels] = await middle([beside, most, 'label', rare], [beside, fewer, 'label', rare]);
      const [manyTexts, fewTexts] = await middle(
        [beside, most, 'description', phrases],
        [beside, fewer, 'description', phrases],
      );
      const sorted = (items: number, field: string) => [beside, items, field, rare, field] as const;
      const [manyByLabel, someByLabel] = await middle([...sorted(many, 'label')], [...sorted(some, 'label')]);
      const [manyByName, someByName] = await middle([...sorted(many, 'name')], [...sorted(some, 'name')]);
      const figure = (
        goal: Figure['goal'],
        name: string,
        product = Number.NaN,
        floor = Number.NaN,
        against = '',
      ): Figure => ({
        goal,
        name,
        unit: 'ms',
        product,
        floor,
        against,
      });
      const large = most.toLocaleString('en-US');
      const [longer, shorter] = [many, some].map((items) => `${items.toLocaleString('en-US')} items`);
      const grows = `${fewer.toLocaleString('en-US')} items`;
      return [
        figure('searchBeside', `short search of labels, ${fewest} items next to ${large}`, afterLabel, label, 'alone'),
        figure('searchBeside', `short search of texts, ${fewest} items next to ${large}`, afterText, text, 'alone'),
        figure('searchRare', `search for rare text in labels of ${large}`, manyLabels, fewLabels, grows),
        figure('searchPhrase', `search for a phrase of common words in texts of ${large}`, manyTexts, fewTexts, grows),
        figure(
          'searchSorted',
          `contains, sorted by the label that is searched, ${longer}`,
          manyByLabel,
          someByLabel,
          shorter,
        ),
        figure(
          'searchSorted',
          `contains, sorted by the text that is searched, ${longer}`,
          manyByName,
          someByName,
          shorter,
        ),
      ];
    }),
  );
}

interface Place {
  side: Side;
  content: Content;
}

/** Runs the work on a separate server with templates of these numbers of items. */
const onServer = <T>(bench: Bench, name: string, counts: readonly number[], work: (place: Place) => Promise<T>) =>
  withOwnServer(bench, name, async ({ databaseUrl, product, session }) => {
    const content = await fillWorkspace(databaseUrl, await makeWorkspace(databaseUrl), session, counts);
    return work({ side: { ...product, headers: () => session.headers() }, content });
  });

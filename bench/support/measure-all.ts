import { type Figure, printFigures, writeFigures } from './report.ts';

/** Measures one after the other; prints and stores each table with its environment as soon as it has figures. */
export async function measureAll<T>(
  benchmarks: readonly (readonly [name: string, measure: (bench: T) => Promise<Figure[]>])[],
  bench: T,
  about: object,
  keep: typeof writeFigures = writeFigures,
): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, measure] of benchmarks) {
    const measured = await measure(bench);
    printFigures(name, measured);
    keep(name, measured, about);
    figures.push(...measured);
  }
  return figures;
}

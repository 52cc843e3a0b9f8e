import { Button } from '@mantine/core';
import { dropChances } from '@quartermaster/contract/content/drop-chances.ts';
import { dropLimits } from '@quartermaster/contract/content/drop-limits.ts';
import { type DropNest, dropKey } from '@quartermaster/contract/content/drop-nest.ts';
import { broughtBy, shareBy, triesUntil } from '@quartermaster/contract/content/drop-tries.ts';
import { waitsBy } from '@quartermaster/contract/content/roll-drops.ts';
import type { FieldValue } from '@quartermaster/contract/field-types/field-type.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSettled } from '../../ui/hooks/use-settled.ts';
import { DropResults } from './drop-results.tsx';
import classes from './drops.module.css';
import { type DropsInput, useDropsAddress } from './drops-address.ts';
import { DropsInputs, isTries } from './drops-inputs.tsx';
import { TargetFigures } from './target-figures.tsx';
import { useRolled } from './use-rolled.ts';
import { WaitsChart } from './waits-chart.tsx';

/** The last of these values that is a number of tries, or none if that is allowed. */
function useTries<First extends number | null>(value: FieldValue, first: First): number | First {
  const [last, setLast] = useState<number | First>(first);
  const tries = isTries(value) ? value : value === null && first === null ? first : last;
  if (tries !== last) setLast(tries);
  return tries;
}

/** The inputs about a nest of drop tables, and the answers. */
export function DropsView({ nest, table }: { nest: DropNest; table: string }) {
  const address = useDropsAddress(table);
  const [opened] = useState(address.input);
  const [input, setInput] = useState(opened);
  const settled = useSettled(input);
  const write = useEffectEvent((next: DropsInput) => {
    if (next !== opened && address.isOpen) address.set(next);
  });
  useEffect(() => write(settled), [settled]);
  const change = (changed: Partial<DropsInput>) => setInput((before) => ({ ...before, ...changed }));
  const tries = useTries(input.tries, 1);
  const typedGuarantee = useTries(input.guarantee, null);
  const targets = useMemo(
    () => nest.names.flatMap((name, index) => (index > 0 && input.targets.includes(dropKey(name)) ? [index] : [])),
    [nest, input.targets],
  );
  const chances = useMemo(() => dropChances(nest.tables, new Set(targets)), [nest, targets]);
  const { target } = chances;
  const guarantee = target > 0 ? typedGuarantee : null;
  const brought = useMemo(() => broughtBy({ tries, target, guarantee }), [tries, target, guarantee]);
  const until = useMemo(() => (target > 0 ? triesUntil(target, guarantee) : undefined), [target, guarantee]);
  const { seed, rolls } = input;
  const rollInput = useMemo(
    () => ({
      ...{ tables: nest.tables, seed, targets, guarantee },
      waitsBy: target > 0 ? waitsBy(target, guarantee) : 1,
    }),
    [nest, seed, targets, target, guarantee],
  );
  const rolled = useRolled(rollInput, rolls);
  const share = useMemo(() => shareBy({ tries: rolls, target, guarantee }), [rolls, target, guarantee]);
  const other = rolls === dropLimits.rolls ? 10_000 : dropLimits.rolls;
  return (
    <>
      <DropsInputs names={nest.names} input={input} onChange={change} />
      {until && (
        <TargetFigures
          chance={target}
          tries={tries}
          until={until}
          guarantee={guarantee}
          brought={brought({ chance: target, ofTarget: target })}
        />
      )}
      <div className={classes.head}>
        <span role="status">{rolled ? `${numberText(rolls)} rolls` : `Rolling ${numberText(rolls)}…`}</span>
        <Button size="xs" variant="default" onClick={() => change({ rolls: other })}>
          Roll {numberText(other)}
        </Button>
      </div>
      {until && rolled && <WaitsChart rolled={rolled} by={rollInput.waitsBy} until={until} guarantee={guarantee} />}
      <DropResults
        names={nest.names}
        results={chances.results}
        targets={targets}
        tries={tries}
        brought={brought}
        share={share}
        rolled={rolled}
      />
    </>
  );
}

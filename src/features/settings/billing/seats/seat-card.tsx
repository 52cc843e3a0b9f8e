import { Progress, Text, Title } from '@mantine/core';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { percentOf } from '@quartermaster/contract/rules/percent.ts';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { differenceText } from '../../../../shared/billing/money.ts';
import { useChangeSubscription } from '../../../../shared/billing/use-change-subscription.ts';
import { billingQueries } from '../../../../shared/data/billing.ts';
import { useRequest } from '../../../../shared/services/request.ts';
import { ErrorCallout } from '../../../../shared/ui/error-callout.tsx';
import { useSettled } from '../../../../shared/ui/hooks/use-settled.ts';
import { ActionButton } from '../action-button.tsx';
import classes from '../billing.module.css';
import { Price } from '../price-table.tsx';
import { Stepper } from './stepper.tsx';

/** The maximum that can be paid for, in total. */
const most = 10_000;

interface SeatCardProps {
  workspaceId: number;
  subscription: Subscription;
  action: 'setMembers' | 'setProjects';
  title: string;
  /** How many of the paid ones are used. */
  used: number;
  paid: number;
  /** How many the plan includes; the stepper counts additional ones. */
  included: number;
  /** The monthly price of one more, in cents. */
  price: number;
  texts: {
    /** Labels the stepper. */
    label: string;
    one: string;
    submit: string;
    usage: string;
    /** Shown if the chosen number is lower than the used one. */
    tooFew: (missing: number) => string;
  };
  /** True while another change is pending. */
  isWaiting: boolean;
}

/** How many seats or projects are paid for and used, and a stepper to change the number, with the price. */
export function SeatCard({
  workspaceId,
  subscription,
  action,
  title,
  used,
  paid,
  included,
  price,
  texts,
  isWaiting,
}: SeatCardProps) {
  const id = useId();
  const start = Math.max(0, paid - included);
  const [extra, setExtra] = useState(start);
  const seats = extra + included;
  const isChanged = extra !== start;
  const missing = Math.max(0, used - seats);
  const settled = useSettled(seats);
  const isPriced = isChanged && missing === 0;
  const preview = useQuery({
    ...billingQueries.preview(useRequest(), workspaceId, { action, value: settled }),
    enabled: isPriced && settled === seats,
  });
  const current = settled === seats ? preview.data : undefined;
  const change = useChangeSubscription(workspaceId, subscription);
  const isBusy = isWaiting || change.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isPriced && current && !isBusy) change.mutate({ change: { action, value: seats } });
  };
  return (
    <form className={classes.card} aria-labelledby={id} onSubmit={submit}>
      <Title order={3} id={id} size="md">
        {title}
      </Title>
      <div>
        <Text size="sm" mb={6}>
          {texts.usage}
        </Text>
        <Progress value={percentOf(Math.min(used, paid), Math.max(1, paid))} aria-label={texts.usage} />
      </div>
      <Stepper
        label={texts.label}
        one={texts.one}
        value={extra}
        onChange={setExtra}
        max={most - included}
        isDisabled={isBusy}
        error={missing > 0 ? texts.tooFew(missing) : undefined}
      />
      {isPriced && (
        <>
          <Text size="sm">
            Bill change: <strong>{differenceText((extra - start) * price)}</strong> per month, plus tax
          </Text>
          <Price query={preview} preview={current} />
        </>
      )}
      <ErrorCallout error={change.error} />
      <ActionButton type="submit" isWaiting={isBusy} disabled={!isPriced || !current} className={classes.submit ?? ''}>
        {texts.submit}
      </ActionButton>
    </form>
  );
}

import { plans } from '@quartermaster/contract/access.ts';
import { allowedActions } from '@quartermaster/contract/billing.ts';
import type { Subscription } from '@quartermaster/contract/endpoints/workspaces.ts';
import { numberText } from '@quartermaster/contract/number-text.ts';
import { priceText } from '../../../../shared/billing/money.ts';
import { count } from '../../../../shared/ui/count.ts';
import { Section } from '../../section.tsx';
import classes from '../billing.module.css';
import { SeatCard } from './seat-card.tsx';

interface SeatsProps {
  workspaceId: number;
  subscription: Subscription;
  isWaiting: boolean;
}

/** The paid seats and projects, if they can be changed. */
export function Seats({ workspaceId, subscription, isWaiting }: SeatsProps) {
  const { type, status, members, used_members, projects, used_projects } = subscription;
  const allowed = allowedActions({ plan: type, status });
  const { pricePerMember, projects: included, extraProjectPrice } = plans[type];
  if (!allowed.includes('setMembers') || extraProjectPrice === null) return null;
  return (
    <Section title="Seats and projects">
      <div className={classes.cards}>
        <SeatCard
          // Remounts after a change.
          key={`members ${members}`}
          workspaceId={workspaceId}
          subscription={subscription}
          action="setMembers"
          title="Member seats"
          used={used_members}
          paid={members}
          included={1}
          price={pricePerMember}
          isWaiting={isWaiting}
          texts={{
            label: 'Seats beyond the first',
            one: 'seat',
            submit: 'Update seats',
            usage: `${numberText(used_members)} of ${count(members, 'seat')} used, ${priceText(pricePerMember)} each`,
            tooFew: (missing) =>
              `${count(used_members, 'seat is', 'seats are')} used. Remove ${count(missing, 'member')} or withdraw invitations first.`,
          }}
        />
        <SeatCard
          key={`projects ${projects}`}
          workspaceId={workspaceId}
          subscription={subscription}
          action="setProjects"
          title="Projects"
          used={used_projects}
          paid={projects}
          included={included}
          price={extraProjectPrice}
          isWaiting={isWaiting}
          texts={{
            label: `Projects beyond the ${included} included`,
            one: 'project',
            submit: 'Update projects',
            usage: `${numberText(used_projects)} of ${count(projects, 'project')} used, ${priceText(extraProjectPrice)} for each extra one`,
            tooFew: (missing) =>
              `${count(used_projects, 'project is', 'projects are')} used. Delete ${count(missing, 'project')} first.`,
          }}
        />
      </div>
    </Section>
  );
}

import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { instances, type TemplateSummary } from '@quartermaster/contract/endpoints/instances.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import { Can } from '../../shared/access/can.tsx';
import { useRefusal } from '../../shared/access/use-refusal.ts';
import { instanceQueries } from '../../shared/data/instances.ts';
import { useRequest } from '../../shared/services/request.ts';
import { LinkButton } from '../../shared/ui/link-button.tsx';
import { texts } from '../../shared/ui/texts.ts';
import { OnboardingCard } from './onboarding-card.tsx';
import { contentSteps, Steps } from './steps.tsx';

/** What to do in an empty project, until it has an item; renders nothing until that is known. */
export function FirstSteps() {
  const instanceId = useInstanceId();
  const refusal = useRefusal(instances.getOverview);
  const query = instanceQueries.overview(useRequest(), instanceId);
  const { data } = useQuery({ ...query, enabled: refusal === null });
  if (!data) return null;
  const templates = data.templates.filter(({ id }) => id !== imageTemplate.id);
  const [first] = templates;
  if (templates.some(({ items }) => items > 0)) return null;
  return first ? <FirstItem template={first} /> : <FirstTemplate />;
}

function FirstTemplate() {
  const instanceId = useInstanceId();
  return (
    <OnboardingCard
      title="Create your first template"
      text="A template says which fields your items have."
      action={<LinkButton to={pathTo(paths.newTemplate, { instanceId })}>{texts.createTemplate}</LinkButton>}
      steps={<Steps steps={contentSteps} done={0} />}
    />
  );
}

function FirstItem({ template: { id, label } }: { template: TemplateSummary }) {
  const instanceId = useInstanceId();
  return (
    <Can do={newItem}>
      <OnboardingCard
        title="Create your first item"
        text={`An item of “${label}” has a value for each of its fields.`}
        action={<LinkButton to={pathTo(paths.newItem, { instanceId, templateId: id })}>Create item</LinkButton>}
        steps={<Steps steps={contentSteps} done={1} />}
      />
    </Can>
  );
}

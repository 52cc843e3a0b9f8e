import { factorSection } from '@quartermaster/contract/paths.ts';
import { useQuery } from '@tanstack/react-query';
import { secondFactorQueries } from '../../../shared/data/second-factor.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { dueText } from '../../../shared/ui/date-time.ts';
import { TextLink } from '../../../shared/ui/link-button.tsx';
import { HeaderBanner } from './header-banner.tsx';

/** Until when the user needs a second factor, for the workspace that needs it first; nothing for a session that needs none. */
export function FactorBanner() {
  const { data } = useQuery(secondFactorQueries.get(useRequest()));
  const [first] = data && !data.is_on ? data.required_by : [];
  if (!first) return null;
  const text = first.is_due
    ? `${first.name} is closed to you without a second factor`
    : `${first.name} needs a second factor from ${dueText(first.due_at)} on`;
  return (
    <HeaderBanner label="Second factor needed" text={text} title={text} tone={first.is_due ? 'lost' : 'soon'}>
      <TextLink to={factorSection}>Set one up</TextLink>
    </HeaderBanner>
  );
}

import { templates } from '@quartermaster/contract/endpoints/templates.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { menuQueries } from '../../../shared/data/menu.ts';
import { useRequest } from '../../../shared/services/request.ts';
import { type InstancePage, isPageShown, usePageSections, type Waits } from '../instance-pages.ts';
import { useWaiting } from '../use-waiting.ts';
import classes from './sidebar.module.css';

/** Links to what changes the content of the active instance and to what delivers it, each with what waits there. */
export function Sections() {
  const { sections, isKnown } = usePageSections();
  const waiting = useWaiting();
  const location = useLocation();
  const isPlaced = useIsMenuKnown() && isKnown;
  return sections.map(({ title, pages }) => (
    <section key={title} className={isPlaced ? undefined : classes.unplaced}>
      <h2 className={classes.heading}>{title}</h2>
      <ul className={classes.list}>
        {pages.map((page) => (
          <li key={page.to}>
            <PageLink page={page} isHere={isPageShown(page, location)} waits={waiting && page.waits?.(waiting)} />
          </li>
        ))}
      </ul>
    </section>
  ));
}

/** True once the menu above has its height: until then the sections would move. */
function useIsMenuKnown(): boolean {
  const instanceId = useInstanceId();
  const refusal = useRefusal(templates.list);
  const { isPending } = useQuery({ ...menuQueries.list(useRequest(), instanceId), enabled: false });
  return refusal !== 'unknown' && (refusal !== null || !isPending);
}

interface PageLinkProps {
  page: InstancePage;
  isHere: boolean;
  waits: Waits | undefined;
}

function PageLink({ page: { label, to, Icon }, isHere, waits }: PageLinkProps) {
  const id = useId();
  return (
    <Link
      to={to}
      className={classes.link}
      title={waits && `${label}: ${waits.about}`}
      aria-current={isHere ? 'page' : undefined}
      aria-describedby={waits && id}
    >
      {Icon && <Icon size={16} aria-hidden="true" />}
      {label}
      {waits && (
        <span
          className={waits.count === undefined ? classes.due : classes.count}
          data-urgent={waits.isUrgent}
          aria-hidden="true"
        >
          {waits.text}
          <span id={id} hidden>
            {waits.about}
          </span>
        </span>
      )}
    </Link>
  );
}

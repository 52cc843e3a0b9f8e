import { useId, useMemo } from 'react';
import { useInstanceId } from '../../shared/access/active-instance.ts';
import type { InstanceContext } from '../../shared/access/instance-context.ts';
import { type Extension, useExtensionsWith } from '../../shared/extensions/extension.ts';
import { ExtensionPart } from '../../shared/extensions/extension-part.tsx';
import { useRequests, useSurroundings } from '../../shared/extensions/use-surroundings.ts';
import classes from './extension-cards.module.css';

export interface ExtensionCardsProps {
  context: InstanceContext;
}

/** The cards that extensions have on the dashboard. */
export function ExtensionCards({ context }: ExtensionCardsProps) {
  const cards = useExtensionsWith('card');
  return (
    <div className={classes.cards}>
      {cards.map((card) => (
        <Card key={card.extension.name} {...card} context={context} />
      ))}
    </div>
  );
}

function Card({ extension, title, context }: ExtensionCardsProps & { extension: Extension; title: string }) {
  const id = useId();
  const instanceId = useInstanceId();
  const surroundings = useSurroundings();
  const { workspace, project, env } = context;
  const cardContext = useMemo(
    () => ({
      workspace: { id: workspace.id, name: workspace.name },
      project: { id: project.id, name: project.name },
      instance: { id: instanceId, environment: env },
      ...surroundings,
    }),
    [workspace.id, workspace.name, project.id, project.name, instanceId, env, surroundings],
  );
  const requests = useRequests(extension.title);
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      <ExtensionPart kind="card" extension={extension} title={title} context={cardContext} requests={requests} />
    </section>
  );
}

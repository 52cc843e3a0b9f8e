import { Button, Skeleton } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import type { TemplateSummary } from '@quartermaster/contract/endpoints/instances.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { useInstanceId } from '../../../shared/access/active-instance.ts';
import { ItemImage } from '../../../shared/images/item-image.tsx';
import { count } from '../../../shared/ui/count.ts';
import { IconPhoto } from '../../../shared/ui/icons/photo.ts';
import { IconTemplate } from '../../../shared/ui/icons/template.ts';
import classes from './overview.module.css';

/** How many are shown at first; the sidebar lists all of them. */
const shownFirst = 12;

/** The templates with pictures and the number of their items; `undefined` while loading. */
export function TemplateCards({ templates }: { templates: readonly TemplateSummary[] | undefined }) {
  const id = useId();
  const [isWhole, setWhole] = useState(false);
  const visible = isWhole ? templates : templates?.slice(0, shownFirst);
  return (
    <section aria-labelledby={id} aria-busy={templates === undefined}>
      <div className={classes.heading}>
        <h2 id={id} className={classes.title}>
          Templates and their items
        </h2>
      </div>
      <ul className={classes.templates}>
        {visible
          ? visible.map((template) => <TemplateCard key={template.id} template={template} />)
          : Array.from({ length: 5 }, (_, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no other identity
              <li key={index}>
                <Skeleton height={110} radius="lg" />
              </li>
            ))}
      </ul>
      {templates && visible && visible.length < templates.length && (
        <Button variant="subtle" mt="xs" onClick={() => setWhole(true)}>
          Show all {templates.length} templates
        </Button>
      )}
    </section>
  );
}

function TemplateCard({ template: { id, label, items, images } }: { template: TemplateSummary }) {
  const instanceId = useInstanceId();
  const Icon = id === imageTemplate.id ? IconPhoto : IconTemplate;
  return (
    <li>
      <Link to={pathTo(paths.items, { instanceId, templateId: id })} className={classes.template ?? ''} title={label}>
        <span className={classes.pictures}>
          {images.length === 0 && <Icon size={20} aria-hidden />}
          {images.map((image) => (
            <ItemImage key={image} value={image} alt="" size="card" />
          ))}
        </span>
        <span className={classes.caption}>
          <span className={classes.label}>{label}</span>
          <span className={classes.count}>
            {id === imageTemplate.id ? count(items, 'image') : count(items, 'item')}
          </span>
        </span>
      </Link>
    </li>
  );
}

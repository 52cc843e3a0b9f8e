import { useState } from 'react';
import images from '../../../shared/field-types/image/image.module.css';
import { useInView } from '../../../shared/ui/hooks/use-in-view.ts';
import { useObjectUrl } from '../../../shared/ui/hooks/use-object-url.ts';
import { IconPhotoOff } from '../../../shared/ui/icons/photo-off.ts';
import classes from './upload.module.css';

/** A small picture of a file, read when it becomes visible. */
export function Thumbnail({ file }: { file: File }) {
  const [ref, isSeen] = useInView();
  const [isBroken, setBroken] = useState(false);
  const url = useObjectUrl(isSeen && !isBroken ? file : undefined);
  if (isBroken) return <IconPhotoOff className={classes.broken} size={20} role="img" aria-label="No preview" />;
  return (
    <img ref={ref} src={url} alt="" className={images.thumbnail} decoding="async" onError={() => setBroken(true)} />
  );
}

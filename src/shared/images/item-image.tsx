import type { SmallImageSize } from '@quartermaster/contract/content/image-limits.ts';
import { endpointUrl } from '@quartermaster/contract/endpoints/endpoint-url.ts';
import { instances } from '@quartermaster/contract/endpoints/instances.ts';
import { useQuery } from '@tanstack/react-query';
import { useContentInstanceId } from '../access/content-instance.ts';
import { queryKeys } from '../http/query-keys.ts';
import { useServices } from '../services/services.ts';
import { recovering } from '../session/recovering.ts';
import { useInView } from '../ui/hooks/use-in-view.ts';
import { useObjectUrl } from '../ui/hooks/use-object-url.ts';

interface ItemImageProps {
  /** The path of a stored image, or the data URL of an unsaved one. */
  value: string;
  alt: string;
  className?: string | undefined;
  /** The small variant that is loaded: for up to 48 pixels a side (`row`) or 160 (`card`), at two device pixels each. */
  size?: SmallImageSize | 'full';
}

/** An image of an item, loaded when it becomes visible. */
export function ItemImage({ value, alt, className, size = 'row' }: ItemImageProps) {
  const [ref, isSeen] = useInView();
  const src = useImageSource(value, size, isSeen);
  // Browsers frame an image without a source.
  const style = src === undefined ? ({ visibility: 'hidden' } as const) : undefined;
  return <img ref={ref} src={src} alt={alt} className={className} style={style} decoding="async" />;
}

function useImageSource(value: string, size: SmallImageSize | 'full', isWanted: boolean): string | undefined {
  const { apiBase, fetch, session } = useServices();
  const instanceId = useContentInstanceId();
  const isStored = !value.startsWith('data:');
  const address = { params: { instanceId, imagePath: value }, query: size === 'full' ? {} : { size } };
  const url = isStored ? endpointUrl(apiBase, instances.getImage, address) : value;
  // An image element sends cookies but not the host's token, so then the image is loaded with fetch.
  const needsToken = isStored && session.ownedByHost;
  const { data: blob } = useQuery({
    queryKey: queryKeys.instance.image(instanceId, value, size),
    queryFn: async ({ signal }) => {
      const response = await recovering(session, async () => {
        const { headers, credentials } = await session.authorize(false);
        return fetch(url, { headers, credentials, signal });
      });
      if (!response.ok) throw new Error(`The image could not be loaded (${response.status})`);
      return response.blob();
    },
    enabled: needsToken && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { title: 'Image', quiet: true },
  });
  const objectUrl = useObjectUrl(blob);
  if (!isWanted) return undefined;
  return needsToken ? objectUrl : url;
}

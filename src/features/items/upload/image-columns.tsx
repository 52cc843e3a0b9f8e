import { ActionIcon, Group } from '@mantine/core';
import type { TableColumn } from '../../../shared/table/table-column.ts';
import { IconPencil } from '../../../shared/ui/icons/pencil.ts';
import { IconTrash } from '../../../shared/ui/icons/trash.ts';
import type { QueuedImage } from './image-queue.ts';
import { Thumbnail } from './thumbnail.tsx';
import classes from './upload.module.css';

interface Actions {
  rename: (image: QueuedImage) => void;
  remove: (image: QueuedImage) => void;
}

const stateTexts = {
  ready: 'Ready',
  waiting: 'Waiting',
  sending: 'Uploading...',
  created: 'Created',
} as const;

/** The columns of the table for reviewing the chosen files. */
export const imageColumns = ({ rename, remove }: Actions): TableColumn<QueuedImage>[] => [
  { id: 'name', header: 'Name', width: 200, pinned: true, cell: ({ label }) => label },
  { id: 'image', header: 'Image', width: 76, cell: ({ file }) => <Thumbnail file={file} /> },
  {
    id: 'actions',
    header: 'Actions',
    width: 84,
    cell: (image) =>
      image.state !== 'sending' &&
      image.state !== 'created' && (
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Rename ${image.label}`}
            title="Rename"
            onClick={() => rename(image)}
          >
            <IconPencil size={16} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={28}
            aria-label={`Remove ${image.label}`}
            title="Remove"
            onClick={() => remove(image)}
          >
            <IconTrash size={16} />
          </ActionIcon>
        </Group>
      ),
  },
  { id: 'file', header: 'File', width: 220, cell: ({ file }) => file.name },
  { id: 'size', header: 'Size', width: 90, align: 'right', cell: ({ file }) => sizeText(file.size) },
  {
    id: 'state',
    header: 'State',
    width: 400,
    cell: ({ state, reason }) =>
      state === 'failed' ? <span className={classes.reason}>{reason}</span> : stateTexts[state],
  },
];

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

/** The size of a file in the limit's unit: 1 MB is 2^20 bytes. */
const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024 ? `${number.format(Math.ceil(bytes / 1024))} KB` : `${number.format(bytes / 1024 / 1024)} MB`;

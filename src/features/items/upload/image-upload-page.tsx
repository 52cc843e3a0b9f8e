import { Button, Text } from '@mantine/core';
import { imageTemplate } from '@quartermaster/contract/content/reserved-templates.ts';
import { newItem } from '@quartermaster/contract/endpoints/items.ts';
import { paths, pathTo } from '@quartermaster/contract/paths.ts';
import { type ReactNode, useMemo, useState } from 'react';
import { useParams } from 'react-router-dom';
import { RequireAccess } from '../../../shared/access/require-access.tsx';
import { useRefusal } from '../../../shared/access/use-refusal.ts';
import { createUuid } from '../../../shared/http/event-id.ts';
import { imageTypes, refusalOfFile } from '../../../shared/images/image-file.ts';
import { useImageLimit } from '../../../shared/images/use-image-limit.ts';
import { useServices } from '../../../shared/services/services.ts';
import { useUnsavedChanges } from '../../../shared/services/unsaved-changes.ts';
import { DataTable } from '../../../shared/table/data-table.tsx';
import { count } from '../../../shared/ui/count.ts';
import { useChosenFiles } from '../../../shared/ui/files/use-chosen-files.tsx';
import { useLast } from '../../../shared/ui/hooks/use-last.ts';
import { useStableCallback } from '../../../shared/ui/hooks/use-stable-callback.ts';
import { IconPhotoUp } from '../../../shared/ui/icons/photo-up.ts';
import { EmptyState } from '../../../shared/ui/page/empty-state.tsx';
import { LostPermissionNotice } from '../../../shared/ui/page/lost-permission-notice.tsx';
import { PageHeader } from '../../../shared/ui/page/page-header.tsx';
import { useBack } from '../../../shared/ui/page/use-back.ts';
import { useNavigateIfMounted } from '../../../shared/ui/page/use-navigate-if-mounted.ts';
import { imageColumns } from './image-columns.tsx';
import { type ImageProblem, ImageProblems } from './image-problems.tsx';
import type { createImageQueue, QueuedImage } from './image-queue.ts';
import { RenameImageDialog } from './rename-image-dialog.tsx';
import classes from './upload.module.css';
import { UploadProgress } from './upload-progress.tsx';
import { useImageUpload } from './use-image-upload.ts';

/** Creates an image item from each of many files; only in Dev, and with the permission. */
export function ImageUploadPage() {
  const instanceId = Number(useParams().instanceId);
  return (
    <RequireAccess to={newItem}>
      <ImageUpload key={instanceId} instanceId={instanceId} />
    </RequireAccess>
  );
}

const rowId = ({ key }: QueuedImage) => key;

function ImageUpload({ instanceId }: { instanceId: number }) {
  const back = useBack(pathTo(paths.items, { instanceId, templateId: imageTemplate.id }));
  const { notify } = useServices();
  const refusal = useRefusal(newItem);
  const isAllowed = refusal === null;
  const megabytes = useImageLimit();
  const { queue, images, progress, run } = useImageUpload(instanceId, megabytes);
  const { refused, take, clearRefused } = useCheckedFiles(queue, megabytes);
  const [isFailureShown, setFailureShown] = useState(false);
  const [renaming, setRenaming] = useState<QueuedImage | null>(null);
  const renamed = useLast(renaming);
  // The page stays mounted for a moment after the user has left it.
  const release = useUnsavedChanges(images.length > 0, {
    onDiscarded: queue.stop,
    names: () => queue.get().images.flatMap(({ label, state }) => (state === 'created' ? [] : [label])),
  });
  const navigateIfMounted = useNavigateIfMounted();
  const isRunning = progress !== null;

  const { area, openChooser, input } = useChosenFiles({
    label: 'Image files',
    accept: imageTypes,
    isMany: true,
    take: (files) => {
      if (isAllowed) void take(files);
    },
  });

  const create = async () => {
    if (queue.get().images.length === 0) {
      notify.info('No images selected. Please upload images before creating items.');
      return;
    }
    if (queue.get().progress) return;
    clearRefused();
    setFailureShown(false);
    if (await run()) {
      release();
      await navigateIfMounted(back);
    } else setFailureShown(true);
  };

  const remove = useStableCallback(({ key }: QueuedImage) => queue.remove(key));
  const columns = useMemo(() => imageColumns({ rename: setRenaming, remove }), [remove]);
  const failed = images.flatMap(({ key, file, state, reason = '' }) =>
    state === 'failed' ? [{ key, name: file.name, reason }] : [],
  );

  return (
    <div className={classes.page} {...area}>
      <PageHeader
        title="Upload and create images in bulk"
        back={{ label: 'Images', to: back }}
        actions={
          isAllowed && (
            <Button loading={isRunning} onClick={() => void create()}>
              Create images
            </Button>
          )
        }
      />
      {!isAllowed && <LostPermissionNotice what="list" refusal={refusal} />}
      {isAllowed && (
        <ImageDrop megabytes={megabytes} onChoose={openChooser}>
          {input}
        </ImageDrop>
      )}
      <ImageProblems problems={refused} onClose={clearRefused} />
      {isFailureShown && !isRunning && (
        <ImageProblems problems={failed} onClose={() => setFailureShown(false)}>
          {count(failed.length, 'image')} could not be created. Try again, or remove files that are not images.
        </ImageProblems>
      )}
      {progress && <UploadProgress {...progress} />}
      <DataTable
        label="Images to create"
        columns={columns}
        rows={images}
        rowId={rowId}
        total={images.length}
        instead={
          images.length === 0 && (
            <EmptyState title="No images yet" message="Files that you add are listed here before they become images." />
          )
        }
      />
      {renamed && (
        <RenameImageDialog
          opened={renaming !== null}
          onClose={() => setRenaming(null)}
          name={renamed.label}
          onRename={(name) => queue.rename(renamed.key, name)}
        />
      )}
    </div>
  );
}

/** Adds files to a queue, except those that cannot become images. */
function useCheckedFiles(queue: Pick<ReturnType<typeof createImageQueue>, 'add'>, megabytes: number | undefined) {
  const [refused, setRefused] = useState<ImageProblem[]>([]);
  const take = async (files: File[]) => {
    const checked = await Promise.all(
      files.map(async (file) => ({ file, reason: await refusalOfFile(file, megabytes) })),
    );
    const wrong = checked.flatMap(({ file, reason }) => (reason === undefined ? [] : [{ file, reason }]));
    setRefused(wrong.map(({ file, reason }) => ({ key: createUuid(), name: file.name, reason })));
    queue.add(files.filter((file) => !wrong.some((other) => other.file === file)));
  };
  return { refused, take, clearRefused: () => setRefused([]) };
}

interface ImageDropProps {
  /** The largest size of a file; undefined until it is loaded. */
  megabytes: number | undefined;
  onChoose: () => void;
  children: ReactNode;
}

/** Where images are chosen or dropped. */
const ImageDrop = ({ megabytes, onChoose, children }: ImageDropProps) => (
  <div className={classes.drop}>
    <Button variant="default" leftSection={<IconPhotoUp size={16} aria-hidden />} onClick={onChoose}>
      Choose images
    </Button>
    {/* Its length determines the position of the button. */}
    <Text size="sm" c="dimmed" style={{ visibility: megabytes === undefined ? 'hidden' : 'visible' }}>
      Or drop or paste PNG or JPG files here, each smaller than {megabytes ?? 1} MB
    </Text>
    {children}
  </div>
);

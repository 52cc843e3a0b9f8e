// biome-ignore-all format: a row keeps to one line, or two where it is settled, so that the table can be read
import type { Row } from './row.ts';

export const rows: Row[] = [
  { id: '4.builds.manifest', where: 'GET /delivery/{instanceId}/builds/{buildId}/manifest.json', says: 'a completed export is a build: its manifest lists each file with path, size and SHA-256, the hash of the structure, the instance and the time' },
  { id: '4.builds.immutable', where: 'GET /delivery/{instanceId}/files/{sha256}', says: 'a file is under the hash of its content, never changes, and may be stored for ever' },
  { id: '4.builds.images', where: 'GET /delivery/{instanceId}/files/{sha256}', says: 'the images of a build are listed in one of its files, and are read by their hashes' },
  { id: '4.builds.once', where: 'export', says: 'equal files of an instance are stored once, and again if the store has lost one' },
  { id: '4.builds.whole', where: 'export', says: 'nothing of a build is visible before all of it is, also if the export is killed between its steps' },
  { id: '4.builds.schema', where: 'manifest of a build', says: 'the hash of the structure changes with names, types and nesting of fields, and not with labels and items' },
  { id: '4.builds.smallest-version', where: 'POST /editor/{instanceId}/export/templates', says: 'an export can name the smallest version of the game; without one it is that of the last build' },
  { id: '4.builds.signature', where: 'manifest of a build', says: 'is signed with Ed25519, so that a changed byte is noticed' },
  { id: '4.builds.key', where: 'signing key', says: 'a project has a key from its first need; its private part is stored encrypted and in no answer, and exports go on if it cannot be read' },
  { id: '4.builds.rotation', where: 'POST /projects/{projectId}/signing-keys', says: 'a new key signs from then on, the previous one also if wanted; earlier builds can still be verified; the access log has it' },
  { id: '4.builds.keys-page', where: 'Export settings', says: 'shows the public keys with copy; owners and admins make a new one' },
  { id: '4.builds.retention', where: 'export', says: 'retention removes neither a named build nor one that a channel points at, nor a file that another build has' },
  { id: '4.builds.name', where: 'POST /instances/{instanceId}/builds/{buildId}/name', says: 'a build can be named, and is kept until it loses its name' },
  { id: '4.builds.deltas', where: 'manifest of a build', says: 'per file deltas against the last five builds, by zstd with the older file as dictionary, made once for each pair and served like other files' },
  { id: '4.builds.delta-bytes', where: 'GET /delivery/{instanceId}/files/{sha256}', says: 'one changed item of a 2 MB file costs at most 2 % of its bytes by its delta' },
  { id: '4.builds.delta-bounds', where: 'export', says: 'a file that is too large or lost has no delta, and none keeps an export from being completed' },
  { id: '4.builds.compare', where: 'GET /instances/{instanceId}/builds/{buildId}/changes', says: 'lists the items that are added, updated and removed since another build of the instance, in pages' },
  { id: '4.builds.compare-item', where: 'GET /instances/{instanceId}/builds/{buildId}/changes/item', says: 'answers one of them as it is in both builds' },
  { id: '4.builds.compare-large', where: 'GET /instances/{instanceId}/builds/{buildId}/changes', says: 'a call reads a limited part of large builds, and holds no item of any size' },
  { id: '4.builds.compare-page', where: 'Exported data', says: 'a build is compared with the one before it or another one: its changed items, and each of them field by field' },
  { id: '4.builds.access', where: 'GET /delivery/{instanceId}/files/{sha256}', says: 'builds are read with the token of their instance, or by anyone if the instance says so' },
  { id: '4.builds.unchanged', where: 'GET /delivery/{instanceId}/manifest.json', says: 'the specified delivery calls deliver the last export as before, whatever the channels point at' },
  { id: '4.builds.page', where: 'Exported data', says: 'lists builds with name, smallest version, size and the channels that point at them' },
  { id: '4.builds.start', where: 'export dialog', says: 'the smallest version of the game can be typed, and is that of the last build' },
];

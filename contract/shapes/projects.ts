import { Type } from 'typebox';
import { Done, Exact, Hash, Id, ProjectParams, TypedText } from './common.ts';
import { Languages, Project } from './workspaces.ts';

/** Shapes of the calls for projects; `cancelRemoving` undoes `delete`, with the hash in the link of the mail. */
export const projectShapes = {
  create: { body: Exact({ project_name: TypedText, workspace_id: Id }), response: Project },
  rename: { params: ProjectParams, body: Exact({ name: TypedText }), response: Done },
  setLanguages: {
    params: ProjectParams,
    body: Exact({
      languages: Type.Optional(Languages),
      file_per_language: Type.Optional(
        Type.Boolean({ description: 'Whether exports also have a file in each language; unchanged if omitted' }),
      ),
    }),
    response: Done,
  },
  delete: { params: ProjectParams, response: Done },
  cancelRemoving: { query: Exact({ hash: Hash }), response: Exact({ name: Type.String() }) },
} as const;

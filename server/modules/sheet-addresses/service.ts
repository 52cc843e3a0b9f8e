import { can, isSafe } from '@quartermaster/contract/access.ts';
import { imports } from '@quartermaster/contract/endpoints/imports.ts';
import { items } from '@quartermaster/contract/endpoints/items.ts';
import type { NewSheetAddress, SheetAddress } from '@quartermaster/contract/endpoints/sheet-addresses.ts';
import { sheetAddressRule } from '@quartermaster/contract/rules/sheet-addresses.ts';
import { mostSheetAddresses } from '@quartermaster/contract/shapes/sheet-addresses.ts';
import { chosenNodes } from '@quartermaster/contract/sheets/sheet-fields.ts';
import { readList } from '../../content/lists/list-items.ts';
import { toFieldIds, toStoredList } from '../../content/lists/named-list.ts';
import type { TemplateModel } from '../../content/model/template-model.ts';
import { findTemplate, noSuchTemplate } from '../../content/model/template-models.ts';
import type { Deps } from '../../core/app/deps.ts';
import { apiPrefix } from '../../core/app/route.ts';
import { accountOf } from '../../core/base/actor.ts';
import { AppError } from '../../core/base/errors.ts';
import type { Query } from '../../core/database/database.ts';
import { hashToken, randomToken } from '../../core/environment/secrets.ts';
import { checkRule } from '../../core/http/check-rule.ts';
import { authorizeInScope, demand, type InstanceCaller } from '../../core/session/access.ts';
import { withoutSession } from '../../core/session/session-token.ts';
import type { StoredSheetList } from '../../core/tables/sheet-addresses.ts';
import {
  deleteAddress,
  findAddress,
  insertAddress,
  type ListedAddress,
  listAddresses,
  storeUse,
  type UsedAddress,
} from './repository.ts';

async function templateOf(query: Query, instanceId: number, templateId: string): Promise<TemplateModel> {
  const model = await findTemplate(query, instanceId, templateId);
  if (!model) throw noSuchTemplate(templateId);
  return model;
}

const toAddress = ({ list, created_at, last_used_at, ...address }: ListedAddress): SheetAddress => ({
  ...address,
  ...list,
  created_at: created_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** The addresses of a template's lists. */
export async function readAddresses({ database: { query } }: Deps, instanceId: number, templateId: string) {
  const model = await templateOf(query, instanceId, templateId);
  return (await listAddresses(query, model.key)).map(toAddress);
}

/** Makes an address; its token is only known from the answer. */
export async function createAddress(
  { database: { query }, clock, config }: Deps,
  { instanceId, actor, grants }: InstanceCaller,
  templateId: string,
  { name: typed, may_propose: mayPropose = false, search, fields, ...named }: NewSheetAddress,
): Promise<{ address: SheetAddress; url: string }> {
  demand(items.export, grants);
  const { name } = await checkRule(sheetAddressRule, { name: typed });
  const model = await templateOf(query, instanceId, templateId);
  // Stored by ids: a field can be renamed.
  const list: StoredSheetList = {
    ...toStoredList(model, named),
    ...(search !== undefined && { search }),
    ...(fields && { fields: toFieldIds(model, fields) }),
  };
  await readList(query, model, list);
  if (chosenNodes(model.tree, list.fields).length === 0)
    throw new AppError('invalid', { fields: { fields: 'has no field of the template' } });
  const token = randomToken();
  const stored = await insertAddress(
    query,
    {
      instanceId,
      templateKey: model.key,
      accountId: accountOf(actor) ?? 0,
      name,
      list,
      mayPropose,
      tokenHash: hashToken(token),
      at: clock.now(),
    },
    mostSheetAddresses,
  );
  if (!stored)
    throw new AppError('invalid', {
      message: `A template has at most ${mostSheetAddresses} addresses. Revoke one that is not used any more.`,
    });
  return { address: toAddress(stored), url: `${config.publicUrl}${apiPrefix}/sheets/${instanceId}?token=${token}` };
}

/** Revokes an address. */
export async function revokeAddress(
  { database: { query } }: Deps,
  instanceId: number,
  { templateId, addressId }: { templateId: string; addressId: number },
): Promise<void> {
  const model = await templateOf(query, instanceId, templateId);
  if (!(await deleteAddress(query, model.key, addressId))) throw new AppError('not_found');
}

const mayRead = { access: can([['READ', 'EXPORT']]), safe: true };
const mayCheck = { access: can([['READ', 'EXPORT', 'CREATE_ITEM']]), safe: isSafe(imports.upload) };

/** The use of an address: what it reads, and on behalf of whom. */
export interface AddressUse {
  address: UsedAddress;
  caller: InstanceCaller;
}

/** Identifies an address by its token, and checks that whoever made it may still do what it is used for. */
export async function openAddress(
  { database: { query }, clock }: Deps,
  { instanceId, token, does }: { instanceId: number; token: string; does: 'read' | 'check' },
): Promise<AddressUse> {
  const address = await findAddress(query, instanceId, hashToken(token));
  if (!address)
    throw new AppError('unauthorized', {
      message: 'This address of a sheet is not valid. It may have been revoked: make a new one in the list.',
    });
  if (does === 'check' && !address.may_propose)
    throw new AppError('forbidden', { message: 'This address only reads. Make one that can also check rows.' });
  const now = clock.now();
  // A new password ends it as it ends the sessions of that time.
  const session = {
    accountId: address.account_id,
    issuedAt: Math.floor(address.created_at.getTime() / 1000),
    ...withoutSession,
  };
  const needed = does === 'check' ? mayCheck : mayRead;
  const caller = await authorizeInScope(needed, { query, id: instanceId, now, ...session }).catch(refuse);
  await storeUse(query, address.id, now);
  // The access is that of an instance.
  return { address, caller: caller as InstanceCaller };
}

function refuse(error: unknown): never {
  if (!(error instanceof AppError)) throw error;
  throw new AppError('unauthorized', {
    message:
      'Whoever made this address has no access to the list any more, or a new password. Another member, or they, can make a new one.',
    cause: error,
  });
}

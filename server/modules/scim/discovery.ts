import { groupSchema, userSchema } from './answers.ts';

const schemaOf = (name: string) => `urn:ietf:params:scim:schemas:core:2.0:${name}`;

interface AttributeOptions {
  type?: 'string' | 'boolean' | 'complex' | 'reference';
  required?: boolean;
  multiValued?: boolean;
  caseExact?: boolean;
  mutability?: 'readWrite' | 'readOnly' | 'immutable';
  uniqueness?: 'none' | 'server';
  subAttributes?: object[];
}

const attribute = (name: string, description: string, options: AttributeOptions = {}) => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...options,
});

const schemas = (address: string) =>
  [
    {
      id: userSchema,
      name: 'User',
      description: 'A person of the directory',
      attributes: [
        attribute('userName', 'The email address, of a verified domain', { required: true, uniqueness: 'server' }),
        attribute('name', 'The name at the directory; the account keeps its own', {
          type: 'complex',
          subAttributes: [attribute('givenName', 'First name'), attribute('familyName', 'Last name')],
        }),
        attribute('displayName', 'The name at the directory'),
        attribute('emails', 'The userName', {
          type: 'complex',
          multiValued: true,
          mutability: 'readOnly',
          subAttributes: [
            attribute('value', 'The address', { mutability: 'readOnly' }),
            attribute('type', 'work', { mutability: 'readOnly' }),
            attribute('primary', 'true', { type: 'boolean', mutability: 'readOnly' }),
          ],
        }),
        attribute('active', 'Whether the person is a member of the workspace', { type: 'boolean' }),
        attribute('externalId', 'The id at the directory', { caseExact: true }),
      ],
    },
    {
      id: groupSchema,
      name: 'Group',
      description: 'A group of the directory, to which an owner can give a role',
      attributes: [
        attribute('displayName', 'The name', { required: true, uniqueness: 'server' }),
        attribute('members', 'Its users; left out of lists', {
          type: 'complex',
          multiValued: true,
          subAttributes: [
            attribute('value', 'The id of a user', { mutability: 'immutable', caseExact: true }),
            attribute('display', 'The userName', { mutability: 'readOnly' }),
          ],
        }),
        attribute('externalId', 'The id at the directory', { caseExact: true }),
      ],
    },
  ].map((schema) => ({
    schemas: [schemaOf('Schema')],
    ...schema,
    meta: { resourceType: 'Schema', location: `${address}/Schemas/${schema.id}` },
  }));

const resourceTypes = (address: string) =>
  [
    { id: 'User', schema: userSchema },
    { id: 'Group', schema: groupSchema },
  ].map(({ id, schema }) => ({
    schemas: [schemaOf('ResourceType')],
    id,
    name: id,
    endpoint: `/${id}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: `${address}/ResourceTypes/${id}` },
  }));

const serviceProvider = (address: string, documentation: string) => ({
  schemas: [schemaOf('ServiceProviderConfig')],
  documentationUri: documentation,
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: 200 },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'SCIM token',
      description: 'A token that an owner makes on the page of the company sign-in',
      specUri: 'https://www.rfc-editor.org/rfc/rfc6750',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: `${address}/ServiceProviderConfig` },
});

/** What the server says of itself to directories (RFC 7643, 5 to 7). */
export const discovery = (address: string, documentation: string) => ({
  ServiceProviderConfig: serviceProvider(address, documentation),
  ResourceTypes: resourceTypes(address),
  Schemas: schemas(address),
});

/** The accounts of the demo workspace; the passwords are public. */
export const demoAccounts = {
  password: 'Quartermaster1',
  domain: 'quartermaster.test',
  emails: [
    'owner@quartermaster.test',
    'admin@quartermaster.test',
    'member@quartermaster.test',
    'free@quartermaster.test',
  ],
} as const;

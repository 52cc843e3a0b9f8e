/** The accounts of the demo workspace; anybody who reads this can sign in as one where they were loaded. */
export const demoAccounts = {
  password: 'Quartermaster1',
  emails: [
    'owner@quartermaster.test',
    'admin@quartermaster.test',
    'member@quartermaster.test',
    'free@quartermaster.test',
  ],
} as const;

import { type CompanyRefusal, companyRefusals } from '@quartermaster/contract/company-sign-in.ts';

/** A company sign-in that is refused, with a reason that the sign-in page knows. */
export class SignInRefused extends Error {
  readonly reason: CompanyRefusal;
  /** What is known of the person. */
  readonly email: string | undefined;

  constructor(reason: CompanyRefusal, { email, cause }: { email?: string; cause?: unknown } = {}) {
    super(companyRefusals[reason], { cause });
    this.reason = reason;
    this.email = email;
  }
}

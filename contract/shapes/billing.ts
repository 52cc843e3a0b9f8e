import { Type } from 'typebox';
import { Done, Exact, Id, Nothing, WorkspaceParams } from './common.ts';

const Cents = Type.Integer({ description: 'US cents' });

/** An amount with its tax. */
export const Price = Exact({ subtotal: Cents, tax: Cents, total: Cents });

/** The price of a change: the next payment, including the rest of the current month, and each one after it. */
export const PricePreview = Exact({ next: Price, recurring: Price });

/** The payment provider's price ids of the paid plans. */
const PriceIds = Exact({ starter: Type.String(), teams: Type.String() });

const script = {
  script_url: Type.String(),
  client_token: Type.String(),
  environment: Type.Union([Type.Literal('sandbox'), Type.Literal('production')]),
};

/** The payment provider's script, which shows its checkout in the console. */
export const BillingScript = Exact(script);

/** The data with which the payment provider's script changes the payment method or collects an overdue payment. */
export const PaymentDetails = Exact({ ...script, transaction_id: Type.String() });

/** The data with which the payment provider's script opens a checkout. */
export const Checkout = Exact({
  ...script,
  prices: PriceIds,
  quantity: Type.Integer({ minimum: 1, description: 'Used seats, at least 1' }),
  custom_data: Exact({
    workspace_id: Id,
    proof: Type.String({ description: 'Proof that an owner of the workspace requested this checkout' }),
  }),
});

const NewValue = Exact({ new_value: Type.Integer({ minimum: 1, maximum: 10_000, description: 'In total' }) });
const noBody = Type.Optional(Nothing);

/** Shapes of the calls that change and pay for a subscription. */
export const billingShapes = {
  cancel: { params: WorkspaceParams, response: Done },
  restore: { params: WorkspaceParams, body: noBody, response: Done },
  switchToFree: { params: WorkspaceParams, body: noBody, response: Done },
  downgrade: { params: WorkspaceParams, body: noBody, response: Done },
  previewDowngrade: { params: WorkspaceParams, body: noBody, response: PricePreview },
  upgrade: { params: WorkspaceParams, body: noBody, response: Done },
  previewUpgrade: { params: WorkspaceParams, body: noBody, response: PricePreview },
  setMembers: { params: WorkspaceParams, body: NewValue, response: Done },
  previewMembers: { params: WorkspaceParams, body: NewValue, response: PricePreview },
  setProjects: { params: WorkspaceParams, body: NewValue, response: Done },
  previewProjects: { params: WorkspaceParams, body: NewValue, response: PricePreview },
  getPaymentDetails: { params: WorkspaceParams, response: PaymentDetails },
  getCheckout: { params: WorkspaceParams, response: Checkout },
  receiveWebhook: { response: Done },
} as const;

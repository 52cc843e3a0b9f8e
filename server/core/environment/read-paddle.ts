/** The account at Paddle Billing that receives payments. */
export interface PaddleSettings {
  apiKey: string;
  /** Signs the webhooks. */
  webhookSecret: string;
  /** Public: the browser opens checkouts with it. */
  clientToken: string;
  environment: 'sandbox' | 'production';
  /** `undefined`: Paddle's for the environment. */
  apiUrl: string | undefined;
  /** The script that the browser loads. */
  scriptUrl: string;
  /** The ids of its prices: per member for each plan, and per extra project. */
  prices: { starter: string; teams: string; project: string };
}

type PaddleVariable =
  | 'PADDLE_API_KEY'
  | 'PADDLE_WEBHOOK_SECRET'
  | 'PADDLE_CLIENT_TOKEN'
  | 'PADDLE_STARTER_PRICE'
  | 'PADDLE_TEAMS_PRICE'
  | 'PADDLE_PROJECT_PRICE';

/** The settings of Paddle, if it is configured; all of them are required. */
export function readPaddle(
  text: (name: PaddleVariable) => string | undefined,
  settings: Pick<PaddleSettings, 'environment' | 'apiUrl'> & { scriptUrl: string | undefined },
  refuse: (problem: string) => undefined,
): PaddleSettings | undefined {
  const apiKey = text('PADDLE_API_KEY');
  const webhookSecret = text('PADDLE_WEBHOOK_SECRET');
  const clientToken = text('PADDLE_CLIENT_TOKEN');
  const starter = text('PADDLE_STARTER_PRICE');
  const teams = text('PADDLE_TEAMS_PRICE');
  const project = text('PADDLE_PROJECT_PRICE');
  if (!apiKey || !webhookSecret || !clientToken || !starter || !teams || !project) {
    const isPartlySet = apiKey || webhookSecret || clientToken || starter || teams || project || settings.apiUrl;
    return isPartlySet
      ? refuse(
          'PADDLE_API_KEY, PADDLE_WEBHOOK_SECRET, PADDLE_CLIENT_TOKEN, PADDLE_STARTER_PRICE, PADDLE_TEAMS_PRICE and PADDLE_PROJECT_PRICE must be set together.',
        )
      : undefined;
  }
  const scriptUrl = settings.scriptUrl ?? 'https://cdn.paddle.com/paddle/v2/paddle.js';
  return { ...settings, apiKey, webhookSecret, clientToken, scriptUrl, prices: { starter, teams, project } };
}

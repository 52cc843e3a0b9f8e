import { comments } from '@quartermaster/contract/endpoints/comments.ts';
import { projectTokens } from '@quartermaster/contract/endpoints/project-tokens.ts';
import { expect, test } from 'vitest';
import { webhooksJob } from '../../server/modules/webhooks/record-service.ts';
import { shows } from '../specification/shows.ts';
import { eventually } from '../support/eventually.ts';
import { examplesIn } from '../support/examples.ts';
import { startReceiver } from '../support/receiver.ts';
import { field, saveBody, saveOne, saveTemplate } from '../support/sample-template.ts';
import { startTestServer } from '../support/server.ts';
import { holdJob } from '../support/server-jobs.ts';
import { allowPrivate, webhooksOf } from '../support/webhooks.ts';

interface Said {
  by: { name: string };
  env: string;
  text: string;
}

interface Relay {
  slackBody: (comment: Said) => { text: string };
  discordBody: (comment: Said) => { content: string; allowed_mentions: { parse: string[] } };
}

/** The functions of the documented relay, which has no types. */
async function documentedRelay(): Promise<Relay> {
  const code = examplesIn('docs/webhooks.md').take('js', 'slackBody');
  const functions = code.match(/^export const \w+Body = [\s\S]*?^\}\)?;$/gm) ?? [];
  return (await import(`data:text/javascript,${encodeURIComponent(functions.join('\n'))}`)) as Relay;
}

test('a comment is told by its ids, and never with its text', async () => {
  shows('5.comments.webhook');
  const server = await startTestServer();
  const of = webhooksOf(server);
  allowPrivate(server.app.deps);
  await holdJob(server.app.deps, webhooksJob);
  const receiver = await startReceiver();
  const fields = [field('price', 'integer')];
  await saveTemplate(server, 'thing', fields);
  const { id: itemId } = await saveOne(server, saveBody('thing', fields, { price: 1 }));
  const hook = await of.create(receiver.url, ['comment.created']);
  const params = { instanceId: server.studio.dev };
  const about = { about: 'item', template_id: 'thing', item_id: itemId } as const;
  const thread = await server.call(comments.create, { params, body: { ...about, text: 'Secret' } }, { as: 'member' });
  await of.record();
  await of.send(hook.id);
  const [message] = await eventually(() => {
    expect(receiver.received).toHaveLength(1);
    return receiver.received;
  });
  const { type, data } = JSON.parse(message?.body ?? '{}');
  expect({ type, data }).toEqual({
    type: 'comment.created',
    data: {
      project_id: server.studio.projectId,
      instance_id: server.studio.dev,
      env: 'Dev',
      origin: 'form',
      comment_id: thread.id,
      thread_id: thread.id,
      ...about,
    },
  });
  // As the documented relay reads it.
  const token = { name: 'Relay', scopes: ['read' as const], environments: ['Dev' as const], expires_at: null };
  const { secret } = await server.call(projectTokens.create, { params, body: token }, { as: 'owner' });
  const query = new URLSearchParams({ about: data.about, template_id: data.template_id, item_id: data.item_id });
  const answer = await server.app.inject({
    url: `/v1/editor/${data.instance_id}/comments?${query}`,
    headers: { authorization: `Bearer ${secret}` },
  });
  expect(answer.json().threads).toMatchObject([{ id: data.thread_id, comments: [{ text: 'Secret' }] }]);
});

test('the documented bodies are what Slack and Discord take, whatever a comment says', async () => {
  shows('5.comments.webhook');
  const { slackBody, discordBody } = await documentedRelay();
  const said = (text: string): Said => ({ by: { name: 'Mia' }, env: 'Dev', text });
  // docs.slack.dev: `text` is required without blocks, and &, < and > are escaped: <!channel> would call everybody.
  expect(slackBody(said('<!channel> a & b'))).toEqual({ text: 'Mia in Dev: &lt;!channel&gt; a &amp; b' });
  // docs.discord.com, "Execute Webhook": `content` has up to 2,000 characters; `allowed_mentions.parse` is empty to mention nobody.
  expect(discordBody(said('@everyone'))).toEqual({
    content: 'Mia in Dev: @everyone',
    allowed_mentions: { parse: [] },
  });
  expect(discordBody(said('x'.repeat(4000))).content).toHaveLength(2000);
});

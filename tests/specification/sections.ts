import { rows as purpose1 } from './1-1-purpose.ts';
import { rows as screens1 } from './1-2-screens.ts';
import { rows as entities1 } from './1-3-entities.ts';
import { rows as states1 } from './1-4-states.ts';
import { rows as validation1 } from './1-5-validation.ts';
import { rows as permissions1 } from './1-6-permissions.ts';
import { rows as calls1 } from './1-7-calls.ts';
import { rows as errors1 } from './1-8-errors.ts';
import { rows as limits1 } from './1-9-limits.ts';
import { rows as purpose2 } from './2-1-purpose.ts';
import { rows as screens2 } from './2-2-screens.ts';
import { rows as entities2 } from './2-3-entities.ts';
import { rows as states2 } from './2-4-states.ts';
import { rows as validation2 } from './2-5-validation.ts';
import { rows as permissions2 } from './2-6-permissions.ts';
import { rows as calls2 } from './2-7-calls.ts';
import { rows as errors2 } from './2-8-errors.ts';
import { rows as limits2 } from './2-9-limits.ts';
import { rows as calls3 } from './3-calls.ts';
import { rows as errors3 } from './3-errors.ts';
import { rows as names3 } from './3-names.ts';
import { rows as outsideDev3 } from './3-outside-dev.ts';
import { rows as plans3 } from './3-plans.ts';
import { rows as session3 } from './3-session.ts';
import { rows as settled3 } from './3-settled.ts';
import { rows as start3 } from './3-start.ts';
import { rows as sync3 } from './3-sync.ts';
import { rows as activity4 } from './4-activity.ts';
import { rows as activityPage4 } from './4-activity-page.ts';
import { rows as author4 } from './4-author.ts';
import { rows as builds4 } from './4-builds.ts';
import { rows as bulk4 } from './4-bulk.ts';
import { rows as channels4 } from './4-channels.ts';
import { rows as choice4 } from './4-choice.ts';
import { rows as clients4 } from './4-clients.ts';
import { rows as computed4 } from './4-computed.ts';
import { rows as conversion4 } from './4-conversion.ts';
import { rows as designers4 } from './4-designers.ts';
import { rows as fields4 } from './4-fields.ts';
import { rows as files4 } from './4-files.ts';
import { rows as grid4 } from './4-grid.ts';
import { rows as hands4 } from './4-hands.ts';
import { rows as history4 } from './4-history.ts';
import { rows as host4 } from './4-host.ts';
import { rows as images4 } from './4-images.ts';
import { rows as import4 } from './4-import.ts';
import { rows as localised4 } from './4-localised.ts';
import { rows as machines4 } from './4-machines.ts';
import { rows as mcp4 } from './4-mcp.ts';
import { rows as oauth4 } from './4-oauth.ts';
import { rows as proposals4 } from './4-proposals.ts';
import { rows as readers4 } from './4-readers.ts';
import { rows as releases4 } from './4-releases.ts';
import { rows as rules4 } from './4-rules.ts';
import { rows as select4 } from './4-select.ts';
import { rows as sheets4 } from './4-sheets.ts';
import { rows as tokens4 } from './4-tokens.ts';
import { rows as trash4 } from './4-trash.ts';
import { rows as trashPage4 } from './4-trash-page.ts';
import { rows as types4 } from './4-types.ts';
import { rows as unique4 } from './4-unique.ts';
import { rows as webhooks4 } from './4-webhooks.ts';
import { rows as comments } from './5-comments.ts';
import { rows as extensions5 } from './5-extensions.ts';
import { rows as merge5 } from './5-merge.ts';
import { rows as names5 } from './5-names.ts';
import { company, finding, live, numbers, parts, running } from './5-planned.ts';
import { rows as replace5 } from './5-replace.ts';
import { rows as same5 } from './5-same.ts';
import { rows as views5 } from './5-views.ts';
import type { Section } from './check.ts';

/** Every section of the specification, in order. */
export const sections: Section[] = [
  { id: '1.1', title: 'Purpose', rows: purpose1 },
  { id: '1.2', title: 'Screens and routes', rows: screens1 },
  { id: '1.3', title: 'Entities', rows: entities1 },
  { id: '1.4', title: 'States and transitions', rows: states1 },
  { id: '1.5', title: 'Validation', rows: validation1 },
  { id: '1.6', title: 'Roles and permissions', rows: permissions1 },
  { id: '1.7', title: 'Calls', rows: calls1 },
  { id: '1.8', title: 'Errors', rows: errors1 },
  { id: '1.9', title: 'Constants and limits', rows: limits1 },
  { id: '2.1', title: 'Purpose', rows: purpose2 },
  { id: '2.2', title: 'Screens and routes', rows: screens2 },
  { id: '2.3', title: 'Entities', rows: entities2 },
  { id: '2.4', title: 'States and transitions', rows: states2 },
  { id: '2.5', title: 'Validation', rows: validation2 },
  { id: '2.6', title: 'Roles and permissions', rows: permissions2 },
  { id: '2.7', title: 'Calls', rows: calls2 },
  { id: '2.8', title: 'Errors', rows: errors2 },
  { id: '2.9', title: 'Constants and limits', rows: limits2 },
  { id: '3.names', title: 'Names', rows: names3 },
  { id: '3.start', title: 'How it starts', rows: start3 },
  { id: '3.session', title: 'Session', rows: session3 },
  { id: '3.errors', title: 'Errors', rows: errors3 },
  { id: '3.settled', title: 'What was settled', rows: settled3 },
  { id: '3.outside-dev', title: 'Editing outside of Dev', rows: outsideDev3 },
  { id: '3.sync', title: 'Sync', rows: sync3 },
  { id: '3.calls', title: 'Calls that were left open', rows: calls3 },
  { id: '3.plans', title: 'The plan table', rows: plans3 },
  { id: '4.activity', title: 'Activity', rows: activity4 },
  { id: '4.author', title: 'Who changed something', rows: author4 },
  { id: '4.host', title: 'What a host page can rely on (docs/embedding.md)', rows: host4 },
  { id: '4.import', title: 'Imports', rows: import4 },
  { id: '4.readers', title: 'Types for games', rows: readers4 },
  { id: '4.bulk', title: 'Selection and bulk edit', rows: bulk4 },
  { id: '4.field', title: 'Settings of every field', rows: fields4 },
  { id: '4.choice', title: 'Choices', rows: choice4 },
  { id: '4.designers', title: 'For designers', rows: designers4 },
  { id: '4.computed', title: 'Computed fields', rows: computed4 },
  { id: '4.conversion', title: 'Conversions of fields', rows: conversion4 },
  { id: '4.rules', title: 'Rules of a template', rows: rules4 },
  { id: '4.grid', title: 'Grid', rows: grid4 },
  { id: '4.images', title: 'Images', rows: images4 },
  { id: '4.sheets', title: 'Sheets', rows: sheets4 },
  { id: '4.select', title: 'Selection and bulk edit on the screen', rows: select4 },
  { id: '4.trash', title: 'Beyond: trash', rows: trash4 },
  { id: '4.types', title: 'Field types', rows: types4 },
  { id: '4.history', title: 'History of content on the screen', rows: history4 },
  { id: '4.localised', title: 'Localised texts', rows: localised4 },
  { id: '4.unique', title: 'Unique and key fields', rows: unique4 },
  { id: '4.trash-page', title: 'Trash on the screen', rows: trashPage4 },
  { id: '4.hands', title: 'Hands: focus, shortcuts and dialogs', rows: hands4 },
  { id: '4.activity-page', title: 'Activity on the screen', rows: activityPage4 },
  { id: '4.builds', title: 'Builds', rows: builds4 },
  { id: '4.channels', title: 'Channels', rows: channels4 },
  { id: '4.clients', title: 'Clients for games', rows: clients4 },
  { id: '4.releases', title: 'Releases', rows: releases4 },
  { id: '4.tokens', title: 'Tokens of a project', rows: tokens4 },
  { id: '4.files', title: 'Content as files', rows: files4 },
  { id: '4.machines', title: 'The API for machines', rows: machines4 },
  { id: '4.oauth', title: 'Assistants that connect by OAuth', rows: oauth4 },
  { id: '4.mcp', title: 'Tools for assistants', rows: mcp4 },
  { id: '4.proposals', title: 'Proposals', rows: proposals4 },
  { id: '4.webhooks', title: 'Webhooks', rows: webhooks4 },
  { id: '5.merge', title: 'Two people in one item', rows: merge5 },
  { id: '5.replace', title: 'Find and replace', rows: replace5 },
  { id: '5.views', title: 'Saved views', rows: views5 },
  { id: '5.live', title: 'Live', rows: live },
  { id: '5.comments', title: 'Comments', rows: comments },
  { id: '5.company', title: 'Sign-in of the company', rows: company },
  { id: '5.parts', title: 'Parts and extensions', rows: parts },
  { id: '5.check', title: 'A say before a save', rows: extensions5 },
  { id: '5.running', title: 'Running it', rows: running },
  { id: '5.finding', title: 'Finding one’s way', rows: finding },
  { id: '5.numbers', title: 'Seeing numbers', rows: numbers },
  { id: '5.names', title: 'One vocabulary, in and out', rows: names5 },
  { id: '5.same', title: 'When two texts are the same', rows: same5 },
];

/** SQL for the activity of a project. */

/** Fills the activity of project `$1` with `$2` entries in the instances `$3`, by the accounts `$4`, about 200 templates. */
export const fillActivity = [
  `create temporary table made as
    select n as id, now() - interval '300 days' + n * (interval '300 days' / $2::int) as at,
      ($3::int[])[case when n % 50 = 0 then 3 when n % 20 = 0 then 2 else 1 end] as instance_id,
      ($4::int[])[1 + floor(cardinality($4::int[]) * power(random(), 3))::int] as account_id,
      't' || floor(200 * power(random(), 2))::int as template_id,
      (array['form', 'form', 'form', 'form', 'grid', 'import', 'api'])[1 + floor(7 * random())::int] as origin, $1::int as project_id
    from generate_series(1, $2::int) n`,
  `insert into activity_groups (project_id, instance_id, kind, origin, account_id, template_ids, hash, first_at, last_at)
    select project_id, instance_id, 'items', origin, account_id, array[template_id],
      md5(concat_ws('|', instance_id, origin, account_id, template_id))::uuid, min(at), max(at)
    from made group by 1, 2, origin, account_id, template_id`,
  `insert into activity (project_id, group_id, instance_id, account_id, template_id, details, at)
    select m.project_id, g.id, m.instance_id, m.account_id, m.template_id, '{"action": "update", "count": 2}', m.at
    from made m join activity_groups g on g.hash = md5(concat_ws('|', m.instance_id, m.origin, m.account_id, m.template_id))::uuid order by m.id`,
];

/** The same entries in a table with an index for each of the filters that are compared. */
export const fillFlat = [
  'create table flat_activity as select * from made',
  'create index on flat_activity (project_id, at)',
  'create index on flat_activity (account_id, at)',
  'create index on flat_activity (template_id, at)',
  'create index on flat_activity (instance_id, at)',
  'create index on flat_activity (account_id, template_id, at)',
  'create index on flat_activity (account_id, instance_id, at)',
  'vacuum (analyze) flat_activity',
  'vacuum (analyze) activity',
  'vacuum (analyze) activity_groups',
];

/** The newest 51 entries for which a condition holds, with the names of who made them. */
export const flatPage = (condition: string): string =>
  `select f.*, a.name from flat_activity f join accounts a on a.id = f.account_id where ${condition} order by f.at desc limit 51`;

/** SQL: the hash of an instance's menu; equal menus have equal hashes in every instance. */
export const menuHashSql = (instanceId: string): string =>
  `(select md5(coalesce(string_agg(concat_ws(chr(31), m.id, m.parent_id, m.label, m.template_id, m."order"), chr(30) order by m.id collate "C"), ''))::uuid
    from menu_nodes m where m.instance_id = ${instanceId})`;
